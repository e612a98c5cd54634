// Stands between the console and a background command: runs it, writes down how it ended, then tells the console, if there
// is one. It is all that waits for the command while no console runs, so it needs nothing but Node and a file to write to.
// The command prints through here, so that none of the run's secrets is ever in the file. One that prints more than it may is
// ended.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createRedaction } from '../../secrets/redaction.ts';
import { descendantsOf, startTimeOf } from './process-table.ts';
import { endCgroup, enterCgroup, reachedIn } from './wall/cgroup.ts';

const longestCall = 5_000;
/** What the command started may hold its output open after it has ended. */
const politeMilliseconds = 1_000;

const lookMilliseconds = 200;
const graceMilliseconds = 2_000;

const { started, stdin, words, most, hasPipes, exitFile, callback } = JSON.parse(readFileSync(0, 'utf8'));
const { file, args, options, env, given, program, cgroup } = started;

/** @param {Omit<import('./background-records.ts').Exit, 'error'> & { error: object | null }} exit */
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

/**
 * Bytes as one character each: any output goes through unharmed.
 * @param {import('node:stream').Readable} stream
 * @param {number} file
 */
function writeWithout(stream, file) {
  const redactor = createRedaction(words).stream();
  const keep = (/** @type {string} */ text) => {
    const bytes = Buffer.from(text, 'latin1');
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  };
  stream.setEncoding('latin1').on('data', (text) => keep(redactor.push(text)));
  stream.on('end', () => keep(redactor.rest()));
}

/** Each of the two files is looked at, because the command may write them itself. */
const isTooMuch = () => [1, 2].some((file) => fstatSync(file).size > most);

/** @param {number} target @param {NodeJS.Signals} signal */
function send(target, signal) {
  try {
    process.kill(target, signal);
  } catch {
    // Already gone.
  }
}

/** This launcher leads the group of its command. Who stays though it was asked to end is ended by its number. */
async function endCommand() {
  const known = await descendantsOf(process.pid);
  send(-process.pid, 'SIGTERM');
  await Promise.race([closed, delay(graceMilliseconds)]);
  for (const { pid, started } of known) if (startTimeOf(pid) === started) send(pid, 'SIGKILL');
  child.kill('SIGKILL');
}

const looking = setInterval(() => {
  if (!isTooMuch()) return;
  clearInterval(looking);
  void endCommand();
}, lookMilliseconds).unref();

function cutOutput() {
  for (const file of [1, 2]) if (fstatSync(file).size > most) ftruncateSync(file, most);
}

/** The console opens them: from the odd ones the launcher reads, the even ones are for the command. */
const pipes = hasPipes ? [3, 4, 5, 6] : [];
const [, printed = 'pipe', , complained = 'pipe'] = pipes;
const child = spawn(file, args, {
  ...options,
  env,
  stdio: [
    stdin === undefined ? 'ignore' : 'pipe',
    printed,
    complained,
    given === null ? 'ignore' : 'pipe',
    ...pipes.slice(1).map(() => /** @type {const} */ ('ignore')),
  ],
});
const sources = hasPipes
  ? [3, 5].map((fd) => new Socket({ fd, readable: true, writable: false }))
  : [child.stdout, child.stderr].filter((stream) => stream !== null);
for (const written of pipes.filter((one) => one % 2 === 0)) closeSync(written);
const channel = /** @type {import('node:stream').Writable | null} */ (child.stdio[3]);
channel?.on('error', () => {});
const closed = Promise.all([once(child, 'close'), ...sources.map((source) => once(source, 'close'))]);
closed.catch(() => {});
for (const [index, source] of sources.entries()) writeWithout(source, index + 1);
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']))
  process.on(signal, () => child.kill(signal));
child.once('error', (/** @type {NodeJS.ErrnoException} */ { code, message }) =>
  write({ exit_code: null, signal: null, error: { code, message, program } }),
);
child.once('exit', async (exitCode, signal) => {
  await Promise.race([closed, delay(politeMilliseconds, undefined, { ref: false })]);
  clearInterval(looking);
  const reached = isTooMuch() ? 'output' : reachedIn(cgroup);
  if (reached === 'output') cutOutput();
  write({ exit_code: exitCode, signal, error: null, reached });
  endCgroup(cgroup);
  void tell(exitCode);
});
child.stdin?.on('error', () => {}).end(stdin);
if (child.pid !== undefined) await enterCgroup(cgroup, child.pid);
channel?.end(given);
