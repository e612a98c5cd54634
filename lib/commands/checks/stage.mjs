// One step of the checks: a program whose output is shown as it comes, in a process group of its own so that nothing it
// started outlives it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../serve/root.mjs';

const running = new Set();

export const binary = (path) => join(root, 'node_modules', path);

/** Whether the program ended well. */
export function runStage(title, [program, ...args], { env = process.env, cwd = root } = {}) {
  console.log(`\n── ${title}`);
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
    running.add(child);
    const finish = (isGood) => {
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

function endGroup(child) {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group has ended already.
  }
}
