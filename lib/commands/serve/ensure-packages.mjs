// Whether node_modules is what the lock file says, and `npm ci` when it is not. Plain Node 20, no dependencies.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './root.mjs';

/** @param {string} file */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

// npm writes node_modules/.package-lock.json last, so an install that was cut short does not look complete. Optional
// packages are absent on other platforms and prove nothing.
function isInstalled() {
  const wanted = packagesOf('package-lock.json');
  const found = packagesOf('node_modules/.package-lock.json');
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || entry.devOptional || found[path]?.version === entry.version,
  );
}

/** Returns whether anything was installed. */
export function ensurePackages() {
  if (isInstalled()) return false;
  console.log('Installing packages (npm ci) …');
  const started = Date.now();
  const result = spawnSync('npm', ['ci', '--include=dev', '--include=optional', '--no-progress', '--loglevel=error'], {
    cwd: root,
    env: { ...process.env, PATH: pathWithoutProject() },
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    throw new Error('npm ci failed (its message is above). Check the network, then try again.');
  }
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
  return true;
}

// `npm ci` empties node_modules, where this script's own Node may be running from: npm must use the machine's.
function pathWithoutProject() {
  const ours = join(root, 'node_modules', '.bin');
  const entries = (process.env.PATH ?? '').split(delimiter);
  return entries.filter((entry) => entry !== ours).join(delimiter);
}
