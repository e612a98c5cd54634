// A secret goes everywhere a workflow can send it, and everything it reaches prints it in every way. Then the bytes of all
// that Gatehouse keeps and gives out are searched.

import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readZip } from '../../../e2e/fixtures/read-zip.ts';
import { bundleOf } from '../../export/bundle.ts';
import { formsOf } from '../../secrets/secret-forms.ts';
import { runEvents } from '../../stream/run-events.ts';
import { somebody, tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { allEventsOf, eventsOf, whenAsked, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { readRunPage } from '../read-run.ts';
import { startRun } from '../start-run.ts';
import { loadWhole } from './run-values.ts';

let engine: ScratchEngine;
let logged: string[];

beforeEach(async () => {
  engine = await startScratchEngine();
  logged = [];
  for (const method of ['error', 'warn', 'log'] as const) {
    vi.spyOn(console, method).mockImplementation((...words) => void logged.push(words.map(String).join(' ')));
  }
});

afterEach(async () => {
  vi.restoreAllMocks();
  await engine.stop();
});

const canary = `c4n"ary//${randomBytes(9).toString('base64')} + é\\${randomBytes(6).toString('hex')}`;
const half = Math.floor(canary.length / 2);

/** Tells by a hash what it was given, and then shouts it. */
const program = `
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
const stdin = await new Response(process.stdin).text();
const [argument, header, address] = process.argv.slice(2);
const key = process.env.KEY;
const given = [argument, header.slice('Bearer '.length), address.slice('https://example.org/?key='.length), key, stdin];
const out = (text) => new Promise((done) => process.stdout.write(text, done));
await out('hash ' + given.map((one) => createHash('sha256').update(one).digest('hex')).join(' ') + '\\n');
const print = async (time) => {
  await out(key + '\\n' + JSON.stringify({ key }) + '\\n' + encodeURIComponent(key) + '\\n');
  for (const before of ['', 'a', 'ab']) {
    await out(Buffer.from(before + key + '.').toString('base64') + ' ' + Buffer.from(before + key).toString('base64url') + '\\n');
  }
  await out('half ' + time + '\\n' + key.slice(0, ${half}));
  await setImmediate();
  await out(key.slice(${half}) + '\\n');
};
await print(1);
await out('x'.repeat(65536 - 3) + key + 'y'.repeat(300_000));
await print(2);
const dropped = join(process.env.GATEHOUSE_ARTIFACTS, 'log of ' + key + '.txt');
mkdirSync(dirname(dropped), { recursive: true });
writeFileSync(dropped, 'x'.repeat(65530) + key + Buffer.from(key).toString('base64'));
console.error('could not sign in with ' + key);
`;

const server = join(import.meta.dirname, '../../../e2e/fakes/mcp-server.mjs');
const node = process.execPath;
const source = JSON.stringify({
  gatehouse: 1,
  name: 'Canary',
  inputs: { key: { type: 'secret', required: true }, same: { type: 'string' }, file: { type: 'file' } },
  servers: { fake: { command: node, args: [server], env: { TOKEN: '${inputs.key}' } } },
  nodes: {
    shout: {
      type: 'cli',
      command: [
        node,
        '--input-type=module',
        '-e',
        program,
        'x',
        '${inputs.key}',
        'Bearer ${inputs.key}',
        'https://example.org/?key=${inputs.key}',
      ],
      env: { KEY: '${inputs.key}' },
      stdin: '${inputs.key}',
      save: { copy: '${inputs.key}', printed: '${result.stdout}' },
    },
    parsed: {
      type: 'cli',
      command: [node, '-e', 'console.log(JSON.stringify({ [process.argv[1]]: process.argv[1] }))', '${computed.copy}'],
      parse: 'json',
    },
    missing: { type: 'cli', command: ['no-such-${inputs.key}'], on_failure: 'skip' },
    failing: {
      type: 'cli',
      command: [node, '-e', 'throw new Error(process.argv[1])', '${inputs.key}'],
      retry: { attempts: 2 },
      on_failure: 'skip',
    },
    echo: { type: 'tool', server: 'fake', tool: 'echo', arguments: { message: 'y${inputs.key}' } },
    long: { type: 'tool', server: 'fake', tool: 'echo', arguments: { message: `${'x'.repeat(8190)}\${inputs.key}` } },
    environment: { type: 'tool', server: 'fake', tool: 'environment' },
    unknown: { type: 'tool', server: 'fake', tool: 'tool-${inputs.key}', on_failure: 'skip' },
    ask: { type: 'gate', kind: 'form', message: 'Is ${inputs.key} right?', form: { note: { type: 'text' } } },
    after: {
      type: 'cli',
      command: [node, '-e', 'console.log(process.argv[1].length)', '${user_responses.ask.values.note}'],
    },
    done: { type: 'end', message: 'used ${inputs.key}' },
  },
});

/** Every file of the data directory but the programs' own: what they wrote themselves stays theirs. */
function keptFiles(directory: string): { path: string; bytes: Buffer }[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.includes('/dropped/') || path.endsWith('/secret.key')) return [];
    return [{ path, bytes: readFileSync(path) }];
  });
}

function hits(where: string, bytes: Buffer | string): string[] {
  const haystack = Buffer.from(bytes);
  return formsOf(canary).flatMap((form) => (haystack.includes(form) ? [`${where}: ${form}`] : []));
}

async function drive(): Promise<string> {
  const inputs = { key: canary, same: `again ${canary}`, file: { name: `of ${canary}.txt`, base64: btoa('plain') } };
  const { id } = await startRun(house, { source, inputs, actor: tester, idempotencyKey: 'once' });
  const allow = await whenAsked(id);
  await answerGate(house, { runId: id, gateId: allow.id, option: 'allow', actor: somebody('ann') });
  const ask = await whenAsked(id);
  const { key: marker } = (await readRunPage(house, id)).run.inputs;
  const values = { note: `${canary} ${marker}` };
  await answerGate(house, {
    runId: id,
    gateId: ask.id,
    option: 'submit',
    values,
    comment: canary,
    actor: somebody('ann'),
  });
  await whenStatus(id, 'completed');
  return id;
}

test('a secret reaches the programs and nothing that is kept or shown', async () => {
  const id = await drive();
  const hash = createHash('sha256').update(canary).digest('hex');
  const { run } = await readRunPage(house, id);
  const shout = (await loadWhole(house, run.state, run.state.outputs.shout)) as { stdout: string };
  expect(shout.stdout.split('\n')[0]).toBe(`hash ${Array(5).fill(hash).join(' ')}`);
  expect(shout.stdout).toContain('[secret key]');
  expect(run.state.outputs.environment).toMatchObject({ TOKEN: '[secret key]' });
  expect(run.state.outputs.parsed).toMatchObject({ value: { '[secret key]': '[secret key]' } });
  expect(run.message).toMatch(/^used \[secret key [0-9a-f]{16}\]$/);
  // Whoever has read a marker cannot have it revealed.
  expect(run.state.outputs.after).toMatchObject({ stdout: `${'[secret key] [secret key]'.length}\n` });
  // Taken out before it was cut: no beginning of it is left.
  const results = await eventsOf(id, 'tool_result');
  expect(results.find((event) => event.node === 'long')?.data.text).toMatch(/^x+\[s$/);
  const dropped = (await eventsOf(id, 'artifact_saved')).find(({ data }) => data.name.startsWith('log of'));
  expect(dropped?.data.name).toBe('log of [secret key].txt');

  const kept = keptFiles(engine.dataDirectory);
  const names = kept.map(({ path }) => path.slice(engine.dataDirectory.length + 1));
  expect(names).toEqual(expect.arrayContaining(['gatehouse.db', 'gatehouse.db-wal']));
  const found = kept.flatMap(({ path, bytes }) => hits(path, bytes));
  found.push(...hits('file names', names.join('\n')));
  found.push(...hits('events', JSON.stringify(await allEventsOf(id))));
  found.push(...hits('page', JSON.stringify(await readRunPage(house, id))));
  for await (const item of runEvents(house, id, 0, new AbortController().signal)) {
    found.push(...hits('stream', JSON.stringify(item)));
  }
  const { stream } = await bundleOf(house, id);
  for (const [name, bytes] of readZip(await buffer(stream)))
    found.push(...hits(`bundle ${name}`, name), ...hits(name, bytes));
  found.push(...hits('console', logged.join('\n')));
  expect(found).toEqual([]);
});

test('the whole log of a program is kept, with the secret taken out of it', async () => {
  const id = await drive();
  const logs = (await eventsOf(id, 'artifact_saved')).filter(({ node: at, data }) => at === 'shout' && data.log);
  const { stream } = await bundleOf(house, id);
  const files = readZip(await buffer(stream));
  const stdout = files.get('nodes/shout/1-1/artifacts/stdout.txt')?.toString() ?? '';
  expect(logs.map(({ data }) => data.name)).toEqual(['stdout.txt', 'stderr.txt']);
  expect(stdout.split('[secret key]')).toHaveLength(2 * 10 + 2);
  expect(stdout).toContain(`[secret key]${'y'.repeat(300_000)}`);
  expect(files.get('inputs/file/of [secret key].txt')?.toString()).toBe('plain');
});

test('the secret is still there after a restart', async () => {
  const { id } = await startRun(house, { source, inputs: { key: canary }, actor: tester });
  const allow = await whenAsked(id);
  await engine.restart();
  await answerGate(house, { runId: id, gateId: allow.id, option: 'allow', actor: somebody('ann') });
  const { state } = await whenAsked(id)
    .then(() => readRunPage(house, id))
    .then(({ run }) => run);
  expect(state.outputs.echo).toBe('y[secret key]');
});
