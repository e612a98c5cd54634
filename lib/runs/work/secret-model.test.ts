import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../../../e2e/fakes/model-server.ts';
import { somebody, tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { allEventsOf, whenAsked, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { startRun } from '../start-run.ts';

const fake = join(import.meta.dirname, '../../../e2e/fakes/mcp-server.mjs');
const value = 'hunter2-hunter2';
let model: ModelServer;
let engine: ScratchEngine;

beforeEach(async () => {
  model = await startModelServer();
  engine = await startScratchEngine(model.env);
});

afterEach(async () => {
  await engine.stop();
  await model.stop();
});

test('a model sees only the marker of a secret and cannot have it revealed; its servers have the value', async () => {
  model.answerWith(({ messages }, index) => {
    const marker = /\[secret key [0-9a-f]{16}\]/.exec(JSON.stringify(messages))?.[0] ?? 'no marker';
    const call = { name: 'box__write_file', arguments: { path: 'leak.txt', content: marker } };
    return index === 0 ? { calls: [call, { name: 'box__environment' }] } : { text: `I wrote ${marker}` };
  });
  const source = JSON.stringify({
    gatehouse: 1,
    name: 'Talked into it',
    inputs: { key: { type: 'secret' } },
    servers: { box: { command: process.execPath, args: [fake], env: { TOKEN: 'Bearer ${inputs.key}' } } },
    nodes: {
      work: { type: 'ai', prompt: 'The key is ${inputs.key}', tools: ['box.write_file', 'box.environment'] },
      after: { type: 'cli', command: [process.execPath, '-e', 'console.log(process.argv[1].length)', '${work.text}'] },
    },
  });
  const { id } = await startRun(house, { source, inputs: { key: value }, actor: tester });
  const gate = await whenAsked(id);
  await answerGate(house, { runId: id, gateId: gate.id, option: 'allow', actor: somebody('ann') });
  const { state } = await whenStatus(id, 'completed');
  expect(readFileSync(join(state.workspace, 'leak.txt'), 'utf8')).toBe('[secret key]');
  expect(state.outputs.after).toMatchObject({ stdout: `${'I wrote [secret key]'.length}\n` });
  expect(JSON.stringify(model.asked)).toContain('Bearer [secret key]');
  expect(JSON.stringify([model.asked, await allEventsOf(id)])).not.toContain(value);
});

test('a model that has seen a secret in a picture leaves no half of it where its words are cut', async () => {
  model.answerWith([{ text: `${'x'.repeat(3990)}${value}${'y'.repeat(50)}` }]);
  const nodes = { work: { type: 'ai', prompt: 'What is on it?', tools: [] } };
  const source = JSON.stringify({ gatehouse: 1, name: 'Seen', inputs: { key: { type: 'secret' } }, nodes });
  const { id } = await startRun(house, { source, inputs: { key: value }, actor: tester });
  const { state } = await whenStatus(id, 'completed');
  expect(state.outputs.work).toMatchObject({ text: `${'x'.repeat(3990)}[secret key]${'y'.repeat(50)}` });
  expect(JSON.stringify(await allEventsOf(id))).not.toContain(value.slice(0, 5));
});
