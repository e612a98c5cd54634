// Seed 000, the graph walk: checks after it, disabled nodes, branches taken.
import { expect, test } from 'vitest';
import { promptOf, stage } from './stage.ts';

const scene = stage();

const checked = (ending: string) => `
gatehouse: 1
name: Checked
inputs: { user: { type: string, default: ann } }
nodes:
  work:
    type: cli
    command: [echo, "hello ann"]
    checks:
      - { type: text_present, text: "hello \${inputs.user}", when: after }
      - { type: text_present, text: "\${inputs.user}", on_fail: warn }
      - { type: judge, question: Is it polite?, when: after }
  ${ending}
`;
const polite = { text: JSON.stringify({ verdicts: [{ name: 'Is it polite?', verdict: 'pass', reason: 'hello' }] }) };

test.each([
  ['an end that says failure', 'stop: { type: end, outcome: failure, message: No good }', 'No good'],
  ['a way to fail', 'stop: { type: cli, command: [true], next: fail }', 'stop led to "fail"'],
  [
    'a step that fails for good',
    'stop: { type: cli, command: [false], on_failure: fail }',
    '"false" ended with code 1',
  ],
])('M14: the checks after the walk are made however it ended: %s', async (_, ending, message) => {
  const played = await scene.play(checked(ending), { model: () => polite });
  expect(played.run).toMatchObject({ status: 'failed', message });
  expect(played.of('check_evaluated').map(({ data }) => [data.name, data.verdict])).toEqual([
    ['says “ann”', 'pass'],
    ['Is it polite?', 'pass'],
    ['says “hello ann”', 'pass'],
  ]);
  expect(played.of('checks_completed').map(({ data }) => data)).toEqual([{ passed: 3, failed: 0, warned: 0 }]);
});

test('M14: a person who aborts a failed step still gets the verdicts on what was done', async () => {
  const played = await scene.play(checked('stop: { type: cli, command: [false] }'), {
    model: () => polite,
    people: () => 'abort',
  });
  expect(played.run).toMatchObject({ status: 'failed', message: 'aborted by api: "false" ended with code 1' });
  expect(played.of('checks_completed')).toHaveLength(1);
});

test('M14: what a tool gave is told as the variables that were made of it', async () => {
  const played = await scene.play(
    `
gatehouse: 1
name: Variables
servers: { box: { command: node, args: ["${import.meta.dirname}/../fakes/mcp-server.mjs"] } }
nodes:
  say: { type: tool, server: box, tool: echo, arguments: { message: '[{"x": 1}]' } }
`,
    { people: () => 'allow' },
  );
  const told = played.of('variable_set').map(({ node, data }) => [node, data.extracted]);
  expect(told).toEqual([['say', ['success', 'result', 'found', 'count', 'x']]]);
});

test('M18: a check is named with the values it was made with', async () => {
  const played = await scene.play(checked('stop: { type: end }'), { model: () => polite });
  expect(played.of('check_evaluated').map(({ data }) => data.name)).not.toContain('says “${inputs.user}”');
  expect(played.run.state.checks.work?.map(({ name }) => name)).toContain('says “hello ann”');
  expect(promptOf(scene.model.asked[0] as never)).toContain('Is it polite?');
});

test('M18: a disabled switch without a default says that it was passed', async () => {
  const played = await scene.play(`
gatehouse: 1
name: Passed
nodes:
  choose: { type: switch, enabled: false, cases: [{ if: "true", then: done, name: always }] }
  other: { type: cli, command: [true] }
  done: { type: end }
`);
  expect(played.path).toEqual(['choose', 'other', 'done']);
  expect(played.run.warnings.map(({ message }) => message)).toEqual([
    'choose is disabled and has no default: the run goes on to other',
  ]);
});

test('M18: every way that was chosen is an event of its own, also by conditions', async () => {
  const played = await scene.play(`
gatehouse: 1
name: Ways
nodes:
  work: { type: cli, command: [true], conditions: [{ if: "result.exit_code > 0", then: fail }, { if: "result.exit_code == 0", then: choose }] }
  between: { type: cli, command: [true] }
  choose: { type: switch, cases: [{ if: "true", then: done, name: always }], default: fail }
  done: { type: end }
`);
  expect(played.of('branch_evaluated').map(({ node, data }) => [node, data.condition, data.result, data.to])).toEqual([
    ['work', 'result.exit_code == 0', true, 'choose'],
    ['choose', 'always', true, 'done'],
  ]);
});

test('M18: a run whose called run waits for people says so, and on whom', async () => {
  scene.beside({
    'child.yaml':
      'gatehouse: 1\nname: Child\nnodes:\n  ask: { type: gate, kind: approval, message: May I?, assignees: [tester] }\n',
  });
  const { id } = await scene.start(`
gatehouse: 1
name: Parent
nodes:
  call: { type: call, workflow: child }
`);
  const parent = await scene.whenSummary(id, ({ needs_answer }) => needs_answer);
  expect(parent).toMatchObject({ status: 'waiting', waiting_on: 'tester' });
});
