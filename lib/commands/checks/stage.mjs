// One step of the checks: a program whose output is shown as it comes, in a process group of its own so that nothing it
// started outlives it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../serve/root.mjs';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

export const binary = (/** @type {string} */ path) => join(root, 'node_modules', path);

/**
 * Whether the program ended well.
 * @param {string} title
 * @param {string[]} command
 * @param {{ env?: Record<string, string | undefined>, cwd?: string }} options
 * @returns {Promise<boolean>}
 */
export function runStage(title, [program = '', ...args], { env = process.env, cwd = root } = {}) {
  console.log(`\n── ${title}`);
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: /** @type {NodeJS.ProcessEnv} */ (env),
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    running.add(child);
    const finish = (/** @type {boolean} */ isGood) => {
      running.delete(child);
      endGroup(child);
      resolve(isGood);
    };
    child.on('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`);
      finish(false);
    });
    child.on('exit', (code) => finish(code === 0));
  });
}

export function endStages() {
  for (const child of running) endGroup(child);
}

/** @param {import('node:child_process').ChildProcess} child */
function endGroup(child) {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group has ended already.
  }
}
