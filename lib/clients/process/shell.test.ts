import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Needs } from '../../console/console.ts';
import type { CommandSpec } from '../../nodes/contract/node-context.ts';
import { isProcessRunning, pidOutside, toldPid, toldPidInNode } from '../../testing/clients/is-running.ts';
import { house } from '../../testing/house.ts';
import { endAllProcesses, endLeftoverProcesses } from './process-group.ts';
import { type CommandOptions, runCommand } from './shell.ts';

let directory: string;
let heard: { stream: string; text: string }[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gatehouse-shell-'));
  heard = [];
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await endAllProcesses(house);
  await rm(directory, { recursive: true, force: true });
});

function run(
  spec: CommandSpec,
  options: Partial<CommandOptions> = {},
  at: Needs<'env' | 'pipes' | 'processes' | 'wall'> = house,
) {
  return runCommand(at, spec, {
    workspace: directory,
    artifactsDirectory: join(directory, 'dropped'),
    signal: new AbortController().signal,
    onOutput: (stream, text) => void heard.push({ stream, text }),
    outputFiles: { stdout: join(directory, 'out', 'stdout.log'), stderr: join(directory, 'out', 'stderr.log') },
    ...options,
  });
}

const node = (script: string, ...args: string[]) => [process.execPath, '-e', script, ...args];
const textOf = (stream: string) =>
  heard
    .filter((one) => one.stream === stream)
    .map((one) => one.text)
    .join('');

/** Resolves with all that the command has said once it has said `word`. */
function saying(word: string) {
  const said = Promise.withResolvers<string>();
  const onOutput: CommandOptions['onOutput'] = (stream, text) => {
    heard.push({ stream, text });
    if (textOf('stdout').includes(word)) said.resolve(textOf('stdout'));
  };
  return { said: said.promise, onOutput };
}

/** Starts a child that ignores SIGTERM, in the way that `options` say, and tells both ids once the child is ready. */
const parentOfStubborn = (options: string, after: string) =>
  node(`
    const child = require('child_process').spawn(process.execPath, ['-e',
      "process.on('SIGTERM', () => {}); process.send('up'); setInterval(() => {}, 1000)"], ${options});
    child.once('message', () => {
      child.disconnect(); child.unref();
      process.stdout.write(JSON.stringify({ parent: ${toldPidInNode()}, child: ${toldPidInNode('child.pid')} }) + ' ready');
      ${after}
    });`);
const pidsIn = (text: string): { parent: number; child: number } => JSON.parse(text.replace(' ready', ''));

test('a command gets its arguments as they are, with no shell between', async () => {
  const result = await run({ argv: node('console.log(process.argv[1])', '$(id); `id` && *') });
  expect(result).toMatchObject({ exit_code: 0, signal: null, stdout: '$(id); `id` && *\n', stdout_truncated: false });
});

test('an argument, a variable and the input arrive byte for byte, whatever is in them', async () => {
  const payloads = [
    ...['', ' ', '-', '--', '--version', '-e', '-rf', '--upload-pack=touch owned', '=', '%', '%s%n', '!', '!!', '#x'],
    ...['; touch owned', '| touch owned', '|| touch owned', '& touch owned', '&& touch owned', '$(touch owned)'],
    ...[
      '`touch owned`',
      '$((1+1))',
      '${IFS}touch${IFS}owned',
      '$HOME',
      '~',
      '*',
      '?',
      '[a-z]',
      '{a,b}',
      '<(id)',
      '> owned',
    ],
    ...["'", '"', "'\"'\"'", '\\', '\\\\', '\\n', '\n', '\r\n', '\t', '\x1b[31m', '\x07', '\x7f', '\u0001'],
    ...['\u202e', '\u200b', '\ufeff', 'é', 'e\u0301', '日本', '😀', '\u2028'],
    ...['() { :; }; touch owned', '%TEMP%', '^&', '\\"; touch owned; \\"', 'x'.repeat(100_000)],
  ];
  const script = 'console.log(JSON.stringify([process.argv.slice(1), process.env]))';
  const env = Object.fromEntries(payloads.map((payload, index) => [`V${index}`, payload]));
  const ran = await run({ argv: node(script, '--', ...payloads.slice(0, -1)), env });
  expect(ran.exit_code).toBe(0);
  const whole = JSON.parse(await readFile(join(directory, 'out', 'stdout.log'), 'utf8'));
  expect(whole[0]).toEqual(payloads.slice(0, -1));
  payloads.forEach((payload, index) => {
    expect(whole[1][`V${index}`]).toBe(payload);
  });
  const read = await run({ argv: ['cat'], stdin: payloads.slice(0, -1).join('\n') });
  expect(read.stdout).toBe(payloads.slice(0, -1).join('\n'));
  expect(await readdir(directory)).not.toContain('owned');
});

test('a NUL character is refused, and what stands beside it is not told', async () => {
  const secret = 'correct-horse-battery';
  for (const spec of [
    { argv: ['echo', `${'x'.repeat(110)} ${secret}\0`] },
    { argv: ['echo'], env: { KEY: `${'x'.repeat(110)} ${secret}\0` } },
  ]) {
    const refusal = await run(spec).catch((error: Error) => error.message);
    expect(refusal).toMatch(/NUL character/);
    expect(refusal).not.toContain('correct');
  }
});

test('an exit code that is not zero is a result', async () => {
  const result = await run({ argv: node("console.error('no'); process.exitCode = 4") });
  expect(result).toMatchObject({ exit_code: 4, stderr: 'no\n', stdout: '' });
});

test('a command sees the allowed variables and what it was given, and none of our secrets', async () => {
  // npm puts our own packages in front of PATH; a command must find the machine's programs, not ours.
  vi.stubEnv('PATH', '/project/node_modules/.bin:/usr/local/bin:/usr/bin:/bin');
  vi.stubEnv('OPENAI_API_KEY', 'canary-key');
  vi.stubEnv('GATEHOUSE_TOKEN', 'canary-token');
  vi.stubEnv('SOMETHING_PRIVATE', 'canary-other');
  const result = await run({ argv: node('console.log(JSON.stringify(process.env))'), env: { GIVEN: 'yes' } });
  const environment = JSON.parse(result.stdout);
  expect(result.stdout).not.toContain('canary');
  expect(environment).toMatchObject({ GIVEN: 'yes', GATEHOUSE_ARTIFACTS: join(directory, 'dropped') });
  expect(environment.PATH).toBe('/usr/local/bin:/usr/bin:/bin');
});

test('standard input is what was given, or at its end', async () => {
  const cat = node('process.stdin.pipe(process.stdout)');
  expect((await run({ argv: cat, stdin: 'grüße' })).stdout).toBe('grüße');
  expect((await run({ argv: cat })).stdout).toBe('');
});

test('a command that does not read a large input still gives its result', async () => {
  expect(await run({ argv: node(''), stdin: 'x'.repeat(1_000_000) })).toMatchObject({ exit_code: 0 });
});

test('a relative cwd is inside the workspace, and one that leaves it is refused', async () => {
  await run({ argv: node("require('fs').mkdirSync('sub')") });
  expect((await run({ argv: node('console.log(process.cwd())'), cwd: 'sub' })).stdout).toContain('/sub\n');
  await expect(run({ argv: node(''), cwd: '../..' })).rejects.toMatchObject({ code: 'command_not_started' });
  await expect(run({ argv: node(''), cwd: 'missing' })).rejects.toThrow(/cwd "missing" is not a directory/);
});

test('output is heard in order while the command runs, and a character split over two writes stays whole', async () => {
  const { said, onOutput } = saying('1€');
  const running = run(
    {
      argv: node(`
        const euro = Buffer.from('€');
        process.stdout.write(Buffer.concat([Buffer.from('1'), euro.subarray(0, 1)]), () =>
          setImmediate(() => process.stdout.write(euro.subarray(1))));
        process.once('SIGUSR2', () => { process.stdout.write('2'); clearInterval(wait); });
        const wait = setInterval(() => {}, 1000);
        console.error(${toldPidInNode()});`),
    },
    { onOutput },
  );
  await said;
  await vi.waitUntil(() => textOf('stderr') !== '');
  process.kill(pidOutside(Number(textOf('stderr'))) as number, 'SIGUSR2');
  expect(await running).toMatchObject({ stdout: '1€2', exit_code: 0 });
  expect(textOf('stdout')).toBe('1€2');
});

test('D2 5 MB of output are in the file and in the result, whole', async () => {
  const result = await run({ argv: node("process.stdout.write('x' + 'ä'.repeat(2_500_000))") });
  expect((await stat(join(directory, 'out', 'stdout.log'))).size).toBe(5_000_001);
  expect(await readFile(join(directory, 'out', 'stdout.log'), 'utf8')).toBe(textOf('stdout'));
  expect(result.stdout_truncated).toBe(false);
  expect(result.stdout === textOf('stdout')).toBe(true);
});

test('D2 of more than one value may have the result says that it is cut, without half a character', async () => {
  const value = 1024 * 1024;
  const { env, pipes, processes, wall } = house;
  const strict = { pipes, processes, wall, env: { ...env, limits: { ...env.limits, value } } };
  const result = await run({ argv: node("process.stdout.write('x' + 'ä'.repeat(2_500_000))") }, {}, strict);
  expect(result.stdout_truncated).toBe(true);
  expect(result.stdout).toHaveLength(value / 2);
  expect((await stat(join(directory, 'out', 'stdout.log'))).size).toBe(5_000_001);
});

test('a command that does not exist is named', async () => {
  await expect(run({ argv: ['no-such-command-here'] })).rejects.toMatchObject({
    code: 'command_not_found',
    message: expect.stringContaining('"no-such-command-here"'),
  });
  await expect(run({ argv: [directory] })).rejects.toMatchObject({ code: 'command_not_started' });
});

test.runIf(process.platform === 'linux')(
  'D16 a command that the system refuses at once, for its long arguments, leaves no descriptor open',
  async () => {
    const long = { argv: ['true', 'x'.repeat(300_000)] };
    await expect(run(long)).rejects.toThrow('E2BIG');
    const before = await readdir('/proc/self/fd');
    for (let count = 0; count < 5; count++) await expect(run(long)).rejects.toThrow('E2BIG');
    expect((await readdir('/proc/self/fd')).length).toBeLessThan(before.length + 5);
  },
);

test('aborting ends the whole group, a grandchild that ignores SIGTERM included', async () => {
  const stop = new AbortController();
  const { said, onOutput } = saying('ready');
  const argv = parentOfStubborn("{ stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }", 'setInterval(() => {}, 1000);');
  const running = run({ argv }, { signal: stop.signal, onOutput });
  const { parent, child } = pidsIn(await said);
  expect([isProcessRunning(parent), isProcessRunning(child)]).toEqual([true, true]);
  stop.abort();
  expect(await running).toMatchObject({ exit_code: null, signal: 'SIGTERM' });
  expect([isProcessRunning(parent), isProcessRunning(child)]).toEqual([false, false]);
});

test('aborting also ends a grandchild that left the group', async () => {
  const stop = new AbortController();
  const { said, onOutput } = saying('ready');
  const argv = parentOfStubborn(
    "{ detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }",
    'setInterval(() => {}, 1000);',
  );
  const running = run({ argv }, { signal: stop.signal, onOutput });
  const { child } = pidsIn(await said);
  stop.abort();
  await running;
  expect(isProcessRunning(child)).toBe(false);
});

test.runIf(process.platform === 'linux')(
  'aborting also ends a grandchild that left the group and its environment',
  async () => {
    const stop = new AbortController();
    const { said, onOutput } = saying('ready');
    const script = `env -i setsid sleep 600 & until [ $(ps -o sid= -p $!) = $! ]; do :; done; echo ${toldPid('$!')} ready; wait`;
    const running = run({ argv: ['sh', '-c', script] }, { signal: stop.signal, onOutput });
    const child = Number.parseInt(await said, 10);
    expect(isProcessRunning(child)).toBe(true);
    stop.abort();
    await running;
    expect(isProcessRunning(child)).toBe(false);
  },
);

test('a grandchild that outlives its parent is ended and does not hold the output open', async () => {
  const argv = parentOfStubborn("{ stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }", '');
  const result = await run({ argv });
  expect(result.exit_code).toBe(0);
  expect(isProcessRunning(pidsIn(result.stdout).child)).toBe(false);
});

test('a process that left the group and holds the output open does not keep us waiting', async () => {
  const argv = parentOfStubborn("{ detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }", '');
  const result = await run({ argv });
  expect(result.exit_code).toBe(0);
  const left = pidOutside(pidsIn(result.stdout).child);
  if (left !== null) process.kill(left, 'SIGKILL');
});

test('a command whose signal fired before is not started', async () => {
  const argv = node("require('fs').writeFileSync('ran', '')");
  await expect(run({ argv }, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
  await expect(stat(join(directory, 'ran'))).rejects.toThrow();
});

test('shutdown ends every command', async () => {
  const { said, onOutput } = saying('ready');
  const running = run({ argv: node("console.log('ready'); setInterval(() => {}, 1000)") }, { onOutput });
  await said;
  await endAllProcesses(house);
  expect(await running).toMatchObject({ signal: 'SIGTERM' });
});

test('a start ends what a killed console left working below the same data directory, and nothing else', async () => {
  const workspace = join(directory, 'data', 'workspace');
  await mkdir(workspace, { recursive: true });
  const { said, onOutput } = saying('ready');
  const argv = node(`console.log('ready ' + ${toldPidInNode()}); setInterval(() => {}, 1000)`);
  const running = run({ argv }, { onOutput, workspace });
  const pid = Number((await said).replace('ready ', ''));
  await endLeftoverProcesses(house, join(directory, 'dat'));
  expect(isProcessRunning(pid)).toBe(true);
  await endLeftoverProcesses(house, join(directory, 'data'));
  // Somebody else than its starter ended it: behind the wall that is a code.
  const { exit_code, signal } = await running;
  expect(signal ?? exit_code).toBe(signal === null ? 143 : 'SIGTERM');
});

test('output that cannot be saved ends the command and is a failure', async () => {
  const outputFiles = { stdout: directory, stderr: join(directory, 'stderr.log') };
  const argv = node('setInterval(() => console.log(1), 1)');
  await expect(run({ argv }, { outputFiles })).rejects.toMatchObject({ code: 'output_not_saved' });
});

test('what a command printed is never lost, however soon it ends', async () => {
  const numbers = Array.from({ length: 40 }, (_, index) => String(index));
  const printed = await Promise.all(
    numbers.map((number) => {
      const outputFiles = { stdout: join(directory, `${number}.out`), stderr: join(directory, `${number}.err`) };
      return run({ argv: ['echo', number] }, { outputFiles });
    }),
  );
  expect(printed.map(({ stdout }) => stdout)).toEqual(numbers.map((number) => `${number}\n`));
});

test('what a script writes to /dev/stdout and /dev/stderr is printed', async () => {
  const script = 'echo first; echo out > /dev/stdout; sh -c "echo err > /dev/stderr"; echo more >> /dev/stderr';
  expect(await run({ argv: ['sh', '-c', script] })).toMatchObject({
    exit_code: 0,
    stdout: 'first\nout\n',
    stderr: 'err\nmore\n',
  });
});
