// What whoever writes and runs files meets every day: mistakes that are told early, and gates that show what they are about.
import { expect, test } from 'vitest';
import { canBeLinked } from '../../lib/people/gate-links.ts';
import { loadWorkflow } from '../../lib/workflow/load.ts';
import { promptOf, stage } from './stage.ts';

const scene = stage();
const problemsOf = (source: string) => loadWorkflow(source).problems;

const judged = (use: string) => `
gatehouse: 1
name: Verdict
nodes:
  verdict: { type: ai, prompt: Judge it, output_schema: { type: object, properties: { verdict: { type: string } }, required: [verdict] } }
  tell: { type: cli, command: [echo, "\${${use}}"] }
`;

test('authoring: an output_schema is checked against its uses, and its fields are read like those of a task', async () => {
  for (const use of [
    'verdict.verdict',
    'verdict.value.verdict',
    "nodes['verdict'].verdict",
    'verdict.text',
    'verdict.vv ?? 1',
  ]) {
    expect(problemsOf(judged(use)), use).toEqual([]);
  }
  expect(problemsOf(judged('verdict.verdcit'))).toMatchObject([
    { severity: 'error', code: 'unknown_output', suggestion: 'did you mean "verdict"?' },
  ]);
  expect(problemsOf(judged('verdict.value.color')).map(({ code }) => code)).toEqual(['unknown_output']);
  const played = await scene.play(judged('verdict.verdict'), { model: () => ({ text: '{"verdict": "good"}' }) });
  expect(played.run.state.outputs.tell).toMatchObject({ stdout: 'good\n' });
});

test('authoring: a gate after a step shows what came of it; a reviewer’s comment is in user_responses', async () => {
  const source = `
gatehouse: 1
name: Review
nodes:
  build: { type: cli, script: "echo built; echo page > page.html", artifacts: [page.html], gate: { kind: approval, message: Good? } }
  told: { type: end, message: "\${user_responses.build.comment}" }
`;
  const waiting = await scene.play(source);
  expect(waiting.gate?.show).toMatchObject([{ text: 'built\n' }, { label: 'page.html', artifact: expect.any(String) }]);
  const played = await scene.goOn(waiting.id, () => ({ option: 'yes', comment: 'Nice work' }));
  expect(played.run.message).toBe('Nice work');
});

test('authoring: on_failure: skip in a map does not wait for the other items', async () => {
  const played = await scene.play(
    `
gatehouse: 1
name: Skip
nodes:
  each: { type: map, items: [1, 2], as: one, body: work, next: done }
  work: { type: cli, command: [sh, -c, "exit $0", "\${one - 1}"], on_failure: skip }
  after: { type: cli, command: [echo, "\${one}"], gate: { when: before, message: Go?, show: ["\${one}"] }, next: join }
  done: { type: end }
`,
  );
  const waiting = await scene.whenRun(
    played.id,
    ({ gates }) => gates.filter(({ status }) => status === 'open').length === 2,
  );
  expect(waiting.gates.map(({ node }) => node)).toEqual(['after', 'after']);
});

test('authoring: what a map gave is a list: it is counted, indexed, walked and printed as one', async () => {
  const played = await scene.play(`
gatehouse: 1
name: List
nodes:
  each: { type: map, items: [3, 4], as: one, body: double, next: keep }
  double: { type: cli, command: [echo, "\${one * 2}"], parse: json, next: join }
  keep: { type: action, do: [{ type: set_state, field: computed.all, value: "\${each}" }] }
  told: { type: end, message: "\${len(each)} \${each.length} \${each.count} \${each[0].value} \${nodes['each'][-1].value} \${join(each.map(one => one.value), '+')} \${computed.all[1].value} \${each.found}" }
`);
  expect(played.run).toMatchObject({ status: 'completed', message: '2 2 2 6 8 6+8 8 true' });
  const printed = await scene.play(`
gatehouse: 1
name: Printed
nodes:
  each: { type: map, items: [1, 2], as: one, body: keep, next: told }
  keep: { type: action, do: [{ type: compute, expression: "one + 1", store_as: x }], next: join }
  told: { type: end, message: "It gave \${each}" }
`);
  expect(printed.run.message).toMatch(/^It gave \[.*\]$/);
});

test('authoring: the words of other systems are answered with ours', () => {
  const told = (type: string) =>
    problemsOf(`gatehouse: 1\nname: a\nnodes:\n  a: { type: ${type} }\n`).find(({ code }) => code === 'unknown_type')
      ?.suggestion;
  expect(['Click', 'TakeScreenshot', 'FindText', 'McpToolCall'].map(told)).toEqual(
    Array(4).fill('did you mean "tool"?'),
  );
  expect(told('AiStep')).toBe('did you mean "ai"?');
  expect(told('user_prompt')).toBe('did you mean "gate"?');
  expect(told('EndLoop')).toBe('did you mean "end_loop"?');
});

test('authoring: a run follows the skills that there were when it started, whatever becomes of the files', async () => {
  scene.beside({ 'skills/greet.md': 'Say hello', 'skills/named.md': 'Say good day' });
  const source = `
gatehouse: 1
name: Pinned
inputs: { skill: { type: string, default: named } }
nodes:
  hold: { type: gate, kind: info, auto_continue: false, message: Go on? }
  greet: { type: skill, executor: greet }
  named: { type: skill, executor: "\${inputs.skill}" }
  again: { type: gate, kind: info, auto_continue: false, message: Once more? }
  last: { type: skill, executor: "\${inputs.skill}" }
`;
  const heard: string[] = [];
  const model = (asked: Parameters<typeof promptOf>[0]) => {
    heard.push(/Say [a-z ]+/.exec(promptOf(asked))?.[0] ?? '');
    return { text: 'done' };
  };
  const waiting = await scene.play(source, { model });
  scene.beside({ 'skills/greet.md': 'Say goodbye' });
  const held = await scene.goOn(waiting.id, ({ node }) => (node === 'hold' ? 'continue' : null));
  // A name that only the run knows is kept from its first use on.
  scene.beside({ 'skills/named.md': 'Say nothing' });
  await scene.goOn(held.id, () => 'continue');
  expect(heard).toEqual(['Say hello', 'Say good day', 'Say good day']);
});

test('authoring: commands and agents are kept with the run too', async () => {
  scene.beside({ 'commands/team/greet.md': 'Say hello', 'agents/guest.md': 'You say good day' });
  const source = `
gatehouse: 1
name: Pinned
nodes:
  hold: { type: gate, kind: info, auto_continue: false, message: Go on? }
  greet: { type: command, executor: "team:greet" }
  guest: { type: agent, agent: guest, prompt: Now }
`;
  const heard: string[] = [];
  const model = (asked: Parameters<typeof promptOf>[0]) => {
    heard.push(/say [a-z ]+/i.exec(promptOf(asked))?.[0].toLowerCase() ?? '');
    return { text: 'done' };
  };
  const waiting = await scene.play(source, { model });
  scene.beside({ 'commands/team/greet.md': 'Say goodbye', 'agents/guest.md': 'You say nothing' });
  await scene.goOn(waiting.id, () => 'continue');
  expect(heard).toEqual(['say hello', 'say good day']);
});

test('authoring: a mistaken template is repaired in the run that has it', async () => {
  const source = `
gatehouse: 1
name: Repair
nodes:
  find: { type: cli, command: [echo, '{"name": "ann"}'], parse: json }
  greet: { type: cli, command: [echo, "Hello \${find.nmae}"], env: { A: b } }
  told: { type: end, message: "\${trim(greet.stdout)}" }
`;
  const waiting = await scene.play(source);
  const shown = waiting.gate?.fields.find(({ name }) => name === 'input')?.default as Record<string, unknown>;
  expect(shown).toMatchObject({ command: ['echo', 'Hello ${find.nmae}'], env: { A: 'b' } });
  expect(waiting.gate && canBeLinked(waiting.gate)).toBe(false);
  const retry = (input: unknown) => ({ option: 'retry', values: { input } });
  // Left as it is, the mistake is found again; what does not fit is told; what is right goes on.
  const replies = [
    { option: 'retry' },
    retry({ ...shown, command: 'echo' }),
    retry({ ...shown, command: ['echo', 'Hello ${find.value.name}'] }),
  ];
  const played = await scene.goOn(waiting.id, () => replies.shift() ?? null);
  expect(played.of('node_failed').map(({ data }) => data.error.message.slice(0, 24))).toHaveLength(3);
  expect(played.run).toMatchObject({ status: 'completed', message: 'Hello ann' });
});
