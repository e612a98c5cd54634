// The dump of a blueprint's state: read back, it says the same as the run, in the words of the file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { contentOf, exportedWalk } from '../../testing/engine/exported-walk.ts';
import { ok, type Walk, walkGraph, walkRun } from '../../testing/engine/walk.ts';
import { allKinds } from '../../testing/workflow/blueprint-fixtures.ts';
import type { Graph } from '../../workflow/graph.ts';
import { loadWorkflow } from '../../workflow/load.ts';
import { recordOf } from './index.ts';

async function dumpOf(walk: Walk, source: string, format = 'blueprint') {
  const [file] = recordOf('state').files(exportedWalk(walk, { source, format }));
  return file ? parse(await contentOf(file)) : null;
}

test('a run of the sample leaves as its state: where it stands, what it went through, what was answered', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../../workflows/reading-list.yaml'), 'utf8');
  const answers = [['book'], ['other', 'Middlemarch'], ['enough']];
  const walk = walkGraph(loadWorkflow(text).graph as Graph, {
    outcome: () => ok(),
    answer: () => {
      const [option = '', words = ''] = answers.shift() ?? [];
      return { option, values: words === '' ? {} : { text: words } };
    },
  });
  const dump = await dumpOf(walk, text);
  expect(dump).toMatchObject({
    workflow_name: 'reading-list',
    workflow_version: '1.0.0',
    status: 'completed',
    current_node: 'done',
    previous_node: 'ask_more',
    kind: 'book',
    title: 'Middlemarch',
    flags: walk.state.flags,
    computed: walk.state.computed,
    user_responses: {
      ask_kind: { id: 'book', handler_id: 'book', raw: { selected: 'A book' } },
      ask_title: { id: 'other', raw: { text: 'Middlemarch' } },
    },
  });
  expect(dump.history.map(({ node, outcome }: { node: string; outcome: object }) => [node, outcome])).toEqual([
    ['look_at_list', { success: true }],
    ['ask_kind', { response: 'book' }],
    ['ask_title', { response: 'other' }],
    ['check_entry', { branch: true }],
    ['write_entry', { success: true }],
    ['ask_more', { response: 'enough' }],
    ['done', { success: true, ended: 'success' }],
  ]);
});

test('a checkpoint is a copy of what was there, and a step that has several nodes here is one', async () => {
  const options = ['b', 'other'];
  const walk = walkGraph(loadWorkflow(allKinds).graph as Graph, {
    outcome: () => ok({ answer: 'x' }),
    answer: () => ({ option: options.shift() ?? 'other', values: { text: 'none' } }),
  });
  const dump = await dumpOf(walk, allKinds);
  expect(dump).toMatchObject({ current_node: 'sent_back', phase: 'arrive', shelf: null, computed: { weight: 3 } });
  expect(dump.computed).not.toHaveProperty('phase');
  expect(dump.checkpoints.arrived).toMatchObject({
    current_node: 'weigh',
    phase: 'arrive',
    computed: { weight: 3, tried: 0 },
  });
  expect(dump.history.map(({ node }: { node: string }) => node)).toEqual([
    'weigh',
    'is_heavy',
    'ask_shelf',
    'check_shelf',
    'count_tries',
    'tried_enough',
    'ask_shelf',
    'roll_back',
    'sent_back',
  ]);
});

test('all of a long history is there, and a native run keeps the names of its nodes', async () => {
  const nodes = `
  again: { type: loop, max: 120, body: step, done: done }
  step: { type: action, do: [{ type: set_flag, flag: ready }] }
  step__2: { type: end_loop, loop: again }
  done: { type: end }`;
  const walk = walkRun(nodes, { mostSteps: 5_000 });
  const { history } = await dumpOf(walk, '', 'gatehouse');
  expect(history).toHaveLength(walk.state.history.length);
  expect(history.slice(-walk.state.history.tail.length)).toEqual(walk.state.history.tail);
});
