// Stands between the console and a background command: runs it, writes down how it ended, then tells the console, if there
// is one. It is all that waits for the command while no console runs, so it needs nothing but Node and a file to write to.
import { spawn } from 'node:child_process';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const longestCall = 5_000;

const { argv, cwd, env, stdin, exitFile, callback } = JSON.parse(readFileSync(0, 'utf8'));
const [program, ...args] = argv;

/** @param {{ exit_code: number | null, signal: string | null, error: object | null }} exit */
function write(exit) {
  const temporary = `${exitFile}.partial`;
  const file = openSync(temporary, 'w', 0o600);
  writeFileSync(file, JSON.stringify(exit));
  fsyncSync(file);
  closeSync(file);
  renameSync(temporary, exitFile);
}

/** Nobody may be listening: the console looks at the file too. @param {number | null} exitCode */
async function tell(exitCode) {
  if (exitCode === null) return;
  /** @type {RequestInit} */
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ exit_code: exitCode }),
    redirect: 'error',
    signal: AbortSignal.timeout(longestCall),
  };
  await fetch(callback, request).catch(() => {});
}

const child = spawn(program, args, {
  cwd,
  env,
  stdio: [stdin === undefined ? 'ignore' : 'pipe', 'inherit', 'inherit'],
});
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']))
  process.on(signal, () => child.kill(signal));
child.once('error', (/** @type {NodeJS.ErrnoException} */ { code, message }) =>
  write({ exit_code: null, signal: null, error: { code, message, program } }),
);
child.once('exit', (exitCode, signal) => {
  write({ exit_code: exitCode, signal, error: null });
  void tell(exitCode);
});
child.stdin?.on('error', () => {}).end(stdin);
