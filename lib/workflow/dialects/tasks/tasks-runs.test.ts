// Files as people write them, walked to every end that they have. Work is played; nothing outside is touched.
import { describe, expect, test } from 'vitest';
import { recordOf } from '../../../export/records/index.ts';
import { contentOf, exportedWalk } from '../../../testing/engine/exported-walk.ts';
import {
  answer,
  broken,
  eventsOf,
  finishedNodes,
  ok,
  openGate,
  type Reply,
  type Work,
  walkGraph,
} from '../../../testing/engine/walk.ts';
import type { Graph } from '../../graph.ts';
import { loadWorkflow } from '../../load.ts';

const source = `
# Plan, build, check, mend.
workflow:
  name: "Feature"
  version: "1.0"
  roles:
    architect: { mode: plan, description: Creates plans }
    developer: { mode: agent, description: Implements code }
    reviewer: { mode: plan, description: Reviews work }
  tasks:
    - id: plan
      name: Create plan
      role: architect
      action: create_plan
      params: { output: plan.md, project: "{{ask_user}}" }
      adhoc_hitl: { trigger: before_action, question: "Which project?", options: [Gate, House], param_to_fill: project }
      hitl: { type: approval, message: "Review the plan. Approve?" }
    - id: implement
      role: developer
      action: implement
      hitl: { type: question, message: "Does it look good?", options: [yes, no], on_no: implement }
      retry: { max_attempts: 2, on_max_retries: escalate }
      on_complete: next
      on_error: retry
    - id: validate
      role: reviewer
      action: validate
      conditions:
        - if: "validation_result == 'pass'"
          then: complete
        - if: "validation_result == 'fail'"
          then: fix
      on_complete: escalate
    - id: fix
      role: developer
      action: fix
      retry: { max_attempts: 3, on_max_retries: escalate }
      conditions:
        - if: "retry_count < 2"
          then: validate
        - if: "retry_count >= 2"
          then: escalate
    - id: complete
      role: developer
      action: complete
      hitl: { type: info, message: "Done!", auto_continue: true }
      on_complete: end
`;
const graph = loadWorkflow(source).graph as Graph;

/** People by task, in order; null leaves the question open. */
const people = (answers: Record<string, (string | Reply)[]>) => (gate: { node: string; slot: string }) => {
  if (gate.slot === 'ask') return { option: 'submit', values: { 'params.project': 'Gate' } };
  const said = answers[gate.node]?.shift();
  return typeof said === 'string' ? { option: said } : (said ?? null);
};
const verdicts =
  (all: unknown[]) =>
  ({ node }: Work) =>
    ok(node === 'validate' ? { text: 'x', ...(all.shift() as object) } : { text: 'x' });
const walk = (answers: Parameters<typeof people>[0], outcome: (work: Work) => ReturnType<typeof ok>) =>
  walkGraph(graph, { answer: people(answers), outcome });

describe('tasks, people and verdicts', () => {
  test('what is missing is asked for with its answers, a "no" does the task again, a failure is mended until it passes', () => {
    const done = walk(
      { plan: ['yes'], implement: ['no', 'yes'] },
      verdicts([{ validation_result: 'fail' }, { result: 'pass' }]),
    );
    expect(done.state.status).toBe('completed');
    expect(finishedNodes(done)).toEqual(['plan', 'implement', 'implement', 'validate', 'fix', 'validate', 'complete']);
    const [asked] = eventsOf(done, 'gate_opened');
    expect(asked?.data.gate.fields).toMatchObject([{ label: 'Which project?', choices: ['Gate', 'House'] }]);
    expect(eventsOf(done, 'node_started')[0]?.data.input).toMatchObject({ params: { project: 'Gate' } });
  });

  test('a plan that is not approved is a matter for people: again, on, or the end', () => {
    const rejected = walk({ plan: ['no'] }, verdicts([]));
    expect(openGate(rejected)).toMatchObject({ node: 'plan', purpose: 'rejected' });
    answer(rejected, 'abort');
    expect(rejected.state.status).toBe('cancelled');
  });

  test('two times "no" with two attempts is escalated', () => {
    const given = walk({ plan: ['yes'], implement: ['no', 'no'] }, verdicts([]));
    expect(openGate(given)).toMatchObject({ node: 'implement', visit: 2, assignees: ['administrators'] });
    answer(given, 'abort');
    expect(given.state.status).toBe('failed');
  });

  test('mending that does not help is escalated after as often as the file says', () => {
    const bad = { validation_result: 'fail' };
    const given = walk({ plan: ['yes'], implement: ['yes'] }, verdicts([bad, bad, bad, bad]));
    expect(openGate(given)).toMatchObject({ node: 'fix', visit: 3, assignees: ['administrators'] });
    answer(given, 'skip');
    expect(given.state.status).toBe('completed');
  });

  test('a verdict that nobody gave matches nothing, and the task’s own way is taken', () => {
    const given = walk({ plan: ['yes'], implement: ['yes'] }, verdicts([{}]));
    expect(openGate(given)).toMatchObject({ node: 'validate', assignees: ['administrators'] });
  });

  test('an error is tried as often as the task says and then escalated', () => {
    const given = walk({ plan: ['yes'] }, ({ node }) => (node === 'implement' ? broken('no compiler') : ok()));
    expect(eventsOf(given, 'retry').map(({ data }) => data.next_attempt)).toEqual([2]);
    expect(openGate(given)).toMatchObject({ node: 'implement', assignees: ['administrators'] });
    answer(given, 'abort');
    expect(given.state.status).toBe('failed');
  });
});

test('its execution log has every question with its answer, and every way that was taken', async () => {
  const done = walk(
    { plan: ['yes'], implement: ['no', 'yes'] },
    verdicts([{ validation_result: 'fail' }, { validation_result: 'pass' }]),
  );
  const [file] = recordOf('execution-log').files(exportedWalk(done, { source, format: 'tasks' }));
  const text = file ? await contentOf(file) : '';
  const of = (event: string) => text.split('\n').filter((line) => line.includes(`| ${event} |`));
  expect(of('adhoc_hitl_reached')[0]).toContain('| plan | param_to_fill=project |');
  expect(of('adhoc_hitl_response')[0]).toContain('| plan | project="Gate" |');
  expect(of('hitl_reached').length).toBe(of('hitl_response').length);
  expect(of('branch').map((line) => line.split(' | ').at(-1))).toEqual([
    "condition=result == 'no', target=implement |",
    "condition=(nodes['validate'].result.validation_result ?? nodes['validate'].result.result) == 'fail', target=fix |",
    'condition=retry_count < 2, target=validate |',
    "condition=(nodes['validate'].result.validation_result ?? nodes['validate'].result.result) == 'pass', target=complete |",
  ]);
  expect(of('task_start').map((line) => line.split(' | ')[1])).toEqual([
    '1/5 Create plan',
    '2/5 implement',
    '2/5 implement',
    '3/5 validate',
    '4/5 fix',
    '3/5 validate',
    '5/5 complete',
  ]);
  expect(of('workflow_complete')[0]).toContain('status=success');
});
