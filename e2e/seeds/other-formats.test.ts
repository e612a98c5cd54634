// The samples that are written in the formats of other systems, walked with no model at all, and what leaves of them.
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { exportRecord } from '../../lib/export/export-record.ts';
import type { RecordName } from '../../lib/export/records/index.ts';
import { listRuns } from '../../lib/runs/list-runs.ts';
import { tester } from '../../lib/testing/actors.ts';
import { house } from '../../lib/testing/house.ts';
import { type Played, stage } from './stage.ts';

const scene = stage();
const folder = join(import.meta.dirname, '../../workflows');
const sample = (name: string) => readFileSync(join(folder, name), 'utf8');

const rowsOf = (log: string) => log.split('\n').filter((line) => /^\| \d/.test(line));
const exported = async ({ id }: Played, as: RecordName) => text((await exportRecord(house, id, as)).stream);

test('shopping-list: tasks ask for what is missing, do it again after a "no", and leave a log of it', async () => {
  const values = [{ 'do.0.content': 'apples' }, { 'do.0.content': 'soap' }];
  const answers = ['no', 'yes'];
  const played = await scene.play(sample('shopping-list.yaml'), {
    people: ({ slot, kind }) => {
      if (slot === 'ask') return { option: 'submit', values: values.shift() ?? {} };
      return kind === 'question' ? (answers.shift() ?? null) : 'yes';
    },
  });
  expect(played.run.status).toBe('completed');
  expect(played.path).toEqual(['begin', 'add', 'add', 'complete']);
  expect(scene.read(played, 'list.txt')).toBe('bread\nmilk\napplessoap');
  expect(scene.model.asked).toEqual([]);
  const log = rowsOf(await exported(played, 'execution-log'));
  expect(log.filter((row) => row.includes('| hitl_response |')).map((row) => /response=(\w+)/.exec(row)?.[1])).toEqual([
    'yes',
    'no',
    'yes',
    'continue',
  ]);
  const given = log.filter((row) => row.includes('adhoc_hitl_response')).map((row) => row.split(' | ').at(-1));
  expect(given).toEqual(['content="apples" |', 'content="soap" |']);
  expect(log.at(-1)).toContain('| workflow_complete | — | status=success |');
});

test('two-opinions: a template is walked by its edges, waits at its checkpoint, and leaves as a session', async () => {
  const waiting = await scene.play(sample('two-opinions.json'), { inputs: { goal: 'a pond' } });
  expect(waiting.gate).toMatchObject({ node: 'CP-01', purpose: 'checkpoint' });
  const played = await scene.goOn(waiting.id, () => 'continue');
  expect(played.run.status).toBe('completed');
  expect(played.run.state.outputs['N-004']).toMatchObject({ stdout: 'Yes: We want a pond.\n\n' });
  type Session = {
    status: string;
    template_id: string;
    node_states: Record<string, { status: string; output_path: string }>;
  };
  const session: Session = JSON.parse(await exported(played, 'session'));
  expect(session).toMatchObject({
    status: 'completed',
    template_id: 'wft-two-opinions-20260301',
    context: { goal: 'a pond' },
  });
  const done = Object.entries(session.node_states).map(([id, { status }]) => [id, status]);
  expect(done).toEqual(['N-001', 'N-002', 'N-003', 'CP-01', 'N-004'].map((id) => [id, 'completed']));
  expect(session.node_states['N-002']?.output_path).toBe(
    (played.run.state.outputs['N-002'] as { output_path: string }).output_path,
  );
});

test('pick-a-sample: a chain asks, hands over to another one, comes back, and ends', async () => {
  for (const name of ['two-opinions.json', 'shopping-list.yaml'])
    cpSync(join(folder, name), join(scene.workflows, name));
  const asked = await scene.start(sample('pick-a-sample.json'), { goal: 'a hut', entry: 'opinions' });
  const called = await scene.whenSummary(asked.id, ({ status }) => status === 'waiting');
  expect(called.current_node).toBe('S1');
  const { runs } = await listRuns(house, {}, tester);
  const child = runs.find(({ parent }) => parent?.id === asked.id)?.id ?? '';
  await scene.goOn(child, () => 'continue');
  const played = await scene.goOn(asked.id, ({ options }) => options.at(-1)?.id ?? null);
  expect(played.run.status).toBe('completed');
  expect(played.path).toEqual(['entry', 'S1', 'D1']);
});
