// Seed 001, human in the loop: what a step does not know it asks for, in the file's words or in the model's.
import { expect, test } from 'vitest';
import { loadWorkflow } from '../../lib/workflow/load.ts';
import { calls, promptOf, stage, turnOf } from './stage.ts';

const scene = stage();

test('M13: {{ask_user: …}} asks in its own words, with its own answers and type, in params and inside of a text', async () => {
  const source = `
gatehouse: 1
name: Ask
nodes:
  review:
    type: task
    action: "review {{ask_user: Which file?}} for {{ask_user: Whom? | ann | bob}}"
    params: { project: "{{ask_user}}", depth: "{{ask_user(integer): How deep?}}" }
`;
  const waiting = await scene.play(source, { model: () => ({ text: '{"result": "pass"}' }) });
  expect(waiting.gate?.fields.map(({ name, type, label, choices }) => ({ name, type, label, choices }))).toEqual([
    { name: 'action', type: 'text', label: 'Which file?', choices: undefined },
    { name: 'action.2', type: 'choice', label: 'Whom?', choices: ['ann', 'bob'] },
    { name: 'params.project', type: 'text', label: 'project', choices: undefined },
    { name: 'params.depth', type: 'integer', label: 'How deep?', choices: undefined },
  ]);
  const values = { action: 'a ${computed.x} b.md', 'action.2': 'bob', 'params.project': 'p', 'params.depth': 3 };
  const played = await scene.goOn(waiting.id, () => ({ option: 'submit', values }));
  expect(played.run.status).toBe('completed');
  const prompt = promptOf(scene.model.asked[0] as never);
  expect(prompt).toContain('Action: review a ${computed.x} b.md for bob');
  expect(prompt).toContain('"depth": 3');
});

test('M13: an action that decides uses what was asked, too', async () => {
  const played = await scene.play(
    `
gatehouse: 1
name: Decide
nodes:
  set: { type: action, do: [{ type: set_state, field: computed.who, value: "{{ask_user: Who?}}" }] }
`,
    { people: () => ({ option: 'submit', values: { 'do.0.value': 'ada' } }) },
  );
  expect(played.run.state.computed.who).toBe('ada');
});

test('M13: a mark that would ask nobody is refused when the file is loaded', () => {
  const problemsOf = (fields: string) =>
    loadWorkflow(`gatehouse: 1\nname: a\nnodes:\n  a: { type: cli, ${fields} }\n`).problems.map(({ code }) => code);
  expect(problemsOf('command: [echo, "{{ask_user(nubmer): How many?}}"]')).toEqual(['bad_ask']);
  expect(problemsOf('command: [echo, "{{ask_user: a {b} c}}"]')).toEqual(['bad_ask']);
  expect(problemsOf('script: "echo {{ask_user: Which?}}"')).toEqual(['bad_ask']);
  expect(problemsOf('command: [echo, "{{ask_user}} and {{ask_user: more?}}"]')).toEqual([]);
});

test('M13: an answer is a value: no mark stands inside of an expression, nor where nobody would ask', () => {
  const told = (node: string) =>
    loadWorkflow(`gatehouse: 1\nname: a\nnodes:\n  a: ${node}\n`).problems.map(({ message }) => message);
  const inside = expect.stringContaining('asks inside of an expression');
  expect(told(`{ type: if, condition: "'{{ask_user: x?}}' == 'a'", then: complete, else: fail }`)).toContainEqual(
    inside,
  );
  expect(told(`{ type: cli, command: [echo, "\${upper('{{ask_user: x?}}')}"] }`)).toContainEqual(inside);
  const choice = `{ if: "'{{ask_user}}' == 'a'", then: complete, name: a }`;
  expect(told(`{ type: switch, cases: [${choice}], default: fail }`)).toContainEqual(inside);
  const beside = `{ type: cli, command: [true], gate: { kind: approval, message: "{{ask_user: Sure?}}" } }`;
  expect(told(beside)).toEqual([expect.stringContaining('nobody is asked there')]);
  expect(told('{ type: cli, name: "Says {{ask_user}}", command: [echo, "${run.id} {{ask_user: x?}}"] }')).toEqual([]);
});

test('M13: a model puts a question with its own answers to people, over a restart, and goes on with what they say', async () => {
  const waiting = await scene.play(
    `
gatehouse: 1
name: Model asks
nodes:
  work: { type: ai, prompt: Rename it, tools: [ask_person] }
`,
    {
      model: (asked) => {
        const turn = turnOf(asked);
        if (turn === 0) return calls('ask_person', { question: 'Which name? ${x}', options: ['red', 'blue'] });
        if (turn === 1) return calls('ask_person', { question: 'Why?' });
        return { text: promptOf(asked).split('\n').slice(-2).join(' / ') };
      },
    },
  );
  expect(waiting.gate).toMatchObject({ purpose: 'elicitation', kind: 'question', message: 'Which name? ${x}' });
  expect(waiting.gate?.options.map(({ label }) => label)).toEqual(['red', 'blue', 'Something else']);
  await scene.engine.restart();
  const replies = [{ option: 'option_2' }, { option: 'submit', values: { text: 'because' } }];
  const played = await scene.goOn(waiting.id, () => replies.shift() ?? null);
  expect(played.run.state.outputs.work).toMatchObject({ text: 'api answered: blue / api answered: because' });
  expect(played.of('node_started')).toHaveLength(3);
});
