// Each record is read back and says the same as the run.
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { contentOf, exportedWalk } from '../../testing/engine/exported-walk.ts';
import { answer, broken, eventsOf, ok, type Walk, type Work, walkRun } from '../../testing/engine/walk.ts';
import { type RecordName, recordOf } from './index.ts';

const nodes = `
  plan:
    type: task
    action: create_plan
    role: architect
    params: { style: "{{ask_user: Which style? | brief | full}}" }
    retry: { attempts: 2 }
    gate: [{ when: before, kind: approval, message: Plan now? }, { kind: question, message: Good?, options: [{ id: yes }, { id: no }], on: { no: plan } }]
    save: { plan: "\${result.text}" }
  CP-01: { type: checkpoint, label: Planned }
  check: { type: task, action: check, conditions: [{ if: "result.result == 'fail'", then: broken }] }
  fine: { type: end }
  broken: { type: cli, command: [oops], on_failure: skip, next: fine }`;
const head = 'roles: { architect: { instructions: Plan. } }\nstate: { phase: early, flags: { seen: true } }';

function outcome({ node, visit, attempt }: Work) {
  if (node === 'plan')
    return attempt === 1 && visit === 1 ? broken('no | paper') : ok({ text: 'A plan', output_path: 'plan.md' });
  if (node === 'broken') return broken('there is no oops');
  return ok({ result: 'fail' });
}
const walked = () => {
  const answers = ['no', 'yes'];
  return walkRun(nodes, {
    head,
    inputs: { goal: 'a house' },
    outcome,
    answer: ({ slot }) => {
      if (slot === 'ask') return { option: 'submit', values: { 'params.style': 'brief' } };
      return { option: slot === 'after:0' ? (answers.shift() ?? 'yes') : 'yes' };
    },
  });
};

async function filesOf(walk: Walk, name: RecordName): Promise<Record<string, string>> {
  const files = recordOf(name).files(exportedWalk(walk));
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file.path, await contentOf(file)])));
}

/** The table as rows of cells. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.slice(2, -2).split(/(?<!\\) \| /));

test('execution-log.md has the eleven events of what happened, in order and with their times', async () => {
  const walk = walked();
  const text = (await filesOf(walk, 'execution-log'))['execution-log.md'] ?? '';
  const rows = rowsOf(text);
  expect(rows.map(([, , event, task]) => `${event} ${task}`)).toEqual([
    'workflow_start —',
    'task_start plan',
    'adhoc_hitl_reached plan',
    'adhoc_hitl_response plan',
    'hitl_reached plan',
    'hitl_response plan',
    'retry plan',
    'action_done plan',
    'hitl_reached plan',
    'hitl_response plan',
    'task_complete plan',
    ...['task_start', 'adhoc_hitl_reached', 'adhoc_hitl_response', 'hitl_reached', 'hitl_response'].map(
      (one) => `${one} plan`,
    ),
    ...['action_done', 'hitl_reached', 'hitl_response', 'task_complete'].map((one) => `${one} plan`),
    ...['task_start', 'action_done', 'task_complete'].map((one) => `${one} CP-01`),
    ...['task_start', 'action_done', 'branch', 'task_complete'].map((one) => `${one} check`),
    ...['task_start', 'task_complete'].map((one) => `${one} broken`),
    ...['task_start', 'action_done', 'task_complete'].map((one) => `${one} fine`),
    'workflow_complete —',
  ]);
  expect(new Set(rows.map(([, , event]) => event)).size).toBe(11);
  const said = (event: string) => rows.filter(([, , one]) => one === event).map(([, , , , details]) => details);
  expect(said('task_start')[0]).toBe('action=create_plan, role=architect');
  expect(said('adhoc_hitl_response')[0]).toBe('style="brief"');
  expect(said('hitl_reached')[1]).toBe('type=question, options=yes,no');
  expect(said('hitl_response')[1]).toMatch(/^response=no, branch=plan, by=/);
  expect(said('retry')).toEqual(['attempt=2, reason=no \\| paper']);
  expect(said('task_complete')).toEqual([
    'outcome=plan',
    'outcome=next',
    'outcome=next',
    'outcome=broken',
    'outcome=skipped',
    'outcome=next',
  ]);
  expect(rows[1]?.[1]).toBe('1/5 plan');
  expect(text).toMatch(/^---\n## Run: Walk \| 2026-01-01 00:00\n/);
  expect(text).toMatch(/\*\*Status\*\*: complete\n\*\*End\*\*: 2026-01-01 00:00\n/);
  const answers = eventsOf(walk, 'gate_answered').length;
  expect(said('hitl_response').length + said('adhoc_hitl_response').length).toBe(answers);
  expect(said('hitl_reached').length + said('adhoc_hitl_reached').length).toBe(answers);
});

test('a log of a run that waits has a row for each question and no end', async () => {
  const text = (await filesOf(walkRun(nodes, { head, outcome }), 'execution-log'))['execution-log.md'] ?? '';
  expect(rowsOf(text).at(-1)?.[2]).toBe('adhoc_hitl_reached');
  expect(text).not.toContain('**End**');
});

test('session-state.json says how far each node has come, with what it left', async () => {
  const session = JSON.parse((await filesOf(walked(), 'session'))['session-state.json'] ?? '');
  expect(session).toMatchObject({
    session_id: 'WFR-walk-20260101-000000',
    status: 'completed',
    context: { goal: 'a house' },
    last_checkpoint: 'CP-01',
    execution_plan: ['plan', 'CP-01', 'check', 'fine', 'broken'].map((id, index) => ({
      batch: index + 1,
      nodes: [id],
      parallel: false,
    })),
    node_states: {
      plan: { status: 'completed', output_path: 'plan.md', error: null },
      'CP-01': { status: 'completed', snapshot_path: 'checkpoints/CP-01.json' },
      broken: { status: 'skipped', error: 'there is no oops' },
    },
  });
});

test('checkpoints/*.json hold what was known then', async () => {
  const files = await filesOf(walked(), 'checkpoints');
  expect(Object.keys(files)).toEqual(['checkpoints/CP-01.json']);
  expect(JSON.parse(files['checkpoints/CP-01.json'] ?? '')).toMatchObject({
    session_id: 'WFR-walk-20260101-000000',
    checkpoint_id: 'CP-01',
    checkpoint_name: 'Planned',
    context_snapshot: { goal: 'a house' },
    node_states_snapshot: { plan: { status: 'completed' }, check: { status: 'pending' } },
    last_completed_node: 'plan',
    next_node: 'check',
    state: { phase: 'early', flags: { seen: true }, computed: { plan: 'A plan' } },
  });
});

test('each node that was visited has a run.json and its events, a line each', async () => {
  const walk = walked();
  const files = await filesOf(walk, 'nodes');
  expect(await filesOf(walk, 'run-folder')).toEqual(files);
  expect(Object.keys(files)).toHaveLength(10);
  expect(JSON.parse(files['plan/run.json'] ?? '')).toMatchObject({
    node_id: 'plan',
    status: 'Ok',
    visits: 2,
    trace_level: 'Full',
  });
  const lines = (files['plan/events.jsonl'] ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ event_type }) => event_type)).toEqual(
    walk.events.flatMap(({ node, type }) => (node === 'plan' ? [type] : [])),
  );
  expect(lines[0]).toMatchObject({ timestamp: expect.any(Number), payload: { visit: 1 } });
});

test('state.yaml is the run’s data, read back as it is', async () => {
  const walk = walked();
  const read = parse((await filesOf(walk, 'state'))['state.yaml'] ?? '');
  const { computed, flags, user_responses, history, status } = walk.state;
  expect(read).toMatchObject({ status, computed, flags, user_responses, phase: 'early', history: history.tail });
});

test('a run that stands at a checkpoint’s question runs, and one that people ended was aborted', async () => {
  const walk = walkRun(
    '  a: { type: cli, command: [x] }\n  CP-01: { type: checkpoint, auto_continue: false }\n  b: { type: cli, command: [x] }',
  );
  const status = async () => JSON.parse((await filesOf(walk, 'session'))['session-state.json'] ?? '');
  expect(await status()).toMatchObject({ status: 'running', current_node: 'CP-01', current_batch: 2 });
  answer(walk, 'abort');
  expect(await status()).toMatchObject({ status: 'aborted', node_states: { b: { status: 'pending' } } });
});
