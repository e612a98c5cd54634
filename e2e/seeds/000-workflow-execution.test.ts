// Document 000, "Workflow Execution": one story a section.
import { expect, test } from 'vitest';
import { calls, promptOf, stage, turnOf } from './stage.ts';

const scene = stage();
const screen = `servers: { screen: { command: node, args: ["${import.meta.dirname}/../fakes/pointing-server.mjs"] } }`;
const allow = ({ purpose }: { purpose: string }) => (purpose === 'server' ? 'allow' : null);

test('Entry Point and Graph Walk: starts at its start, skips what is disabled, evaluates control flow in place', async () => {
  const played = await scene.play(`
gatehouse: 1
name: Walk
start: begin
nodes:
  never: { type: end, outcome: failure }
  begin: { type: cli, command: [echo, one] }
  off: { type: cli, command: [false], enabled: false }
  choose: { type: if, condition: "begin.success", then: last, else: never }
  last: { type: cli, command: [echo, two], next: complete }
`);
  expect(played.path).toEqual(['begin', 'off', 'choose', 'last']);
  expect(played.run).toMatchObject({ status: 'completed', nodes: { off: { status: 'skipped' } } });
});

test('Control Flow Semantics: If, Switch in order, Loop as do-while with max and condition, EndLoop', async () => {
  const played = await scene.play(`
gatehouse: 1
name: Control
state: { computed: { n: 0 } }
nodes:
  rounds: { type: loop, body: add, until: "computed.n >= 3", max: 10, done: pick }
  add: { type: action, do: [{ type: mutate_state, operation: increment, field: computed.n }] }
  back: { type: end_loop, loop: rounds }
  pick:
    type: switch
    cases: [{ if: "computed.n > 5", then: many, name: many }, { if: "computed.n > 2", then: some, name: some }, { if: "true", then: many, name: rest }]
    default: many
  many: { type: end, outcome: failure }
  some: { type: if, condition: "computed.n == 3", then: once, else: many }
  once: { type: loop, body: more, max: 1, done: done }
  more: { type: cli, command: [true] }
  over: { type: end_loop, loop: once }
  done: { type: end }
`);
  expect(played.run.status).toBe('completed');
  expect(played.of('loop_exited').map(({ data }) => [data.reason, data.iterations])).toEqual([
    ['until', 3],
    ['max', 1],
  ]);
  expect(played.of('branch_evaluated').map(({ data }) => data.condition)).toEqual(['some', 'computed.n == 3']);
});

test('Deterministic Path and Runtime Caches: words become a window, and are asked about once', async () => {
  const asked: string[] = [];
  const played = await scene.play(
    `
gatehouse: 1
name: Point
servers: { screen: { command: node, args: ["${import.meta.dirname}/../fakes/mcp-server.mjs"] } }
nodes:
  shot: { type: tool, server: screen, tool: take_screenshot, target: the browser }
  again: { type: tool, server: screen, tool: take_screenshot, target: the browser }
`,
    {
      people: allow,
      model: (given) => {
        asked.push(promptOf(given));
        const { names } = JSON.parse(/\{"wanted.*\}/.exec(promptOf(given))?.[0] ?? '{"names":[]}');
        return { text: names[0] ?? 'none' };
      },
    },
  );
  expect(played.run.status).toBe('completed');
  expect(played.run.state.outputs.shot).toMatchObject({ mode: 'window' });
  expect(played.run.state.outputs.again).toEqual(played.run.state.outputs.shot);
  expect(asked.filter((prompt) => prompt.includes('the browser'))).toHaveLength(1);
  expect(played.of('app_resolved')).toHaveLength(2);
});

test('AI Step Path, images: what a tool shows is kept, and put into words or shown to the model itself', async () => {
  const played = await scene.play(
    `
gatehouse: 1
name: See
servers: { box: { command: node, args: ["${import.meta.dirname}/../fakes/mcp-server.mjs"] } }
nodes:
  step: { type: ai, prompt: Look at it, tools: [box.image] }
`,
    { people: allow, model: (given) => (turnOf(given) === 0 ? calls('box__image', {}) : { text: 'I saw it' }) },
  );
  expect(played.run.state.outputs.step).toMatchObject({ text: 'I saw it' });
  expect(played.of('artifact_saved').map(({ data }) => data.type)).toContain('image/png');
  // There is no vision model here: the next turn has the picture.
  expect(JSON.stringify(scene.model.asked.at(-1)?.messages)).toContain('image_url');
});

test('AI Step Path: a loop of model and tools, filtered by the allowed ones, stopped at max_tool_calls', async () => {
  const played = await scene.play(
    `
gatehouse: 1
name: Step
${screen}
nodes:
  step: { type: ai, prompt: Find it, tools: [screen.find_text], max_tool_calls: 2 }
`,
    { people: allow, model: () => ({ text: 'Looking', ...calls('screen__find_text', { text: 'Send' }) }) },
  );
  expect(played.run.state.outputs.step).toMatchObject({ tool_calls: 2, stopped_by: 'max_tool_calls' });
  expect(scene.model.asked[0]?.tools?.map(({ function: { name } }) => name)).toEqual(['screen__find_text']);
  expect(turnOf(scene.model.asked.at(-1) as never)).toBe(2);
});

test('Retry Behavior: each attempt is numbered and traced; exhausted, the walk stops for a person', async () => {
  const played = await scene.play(`
gatehouse: 1
name: Retry
nodes:
  work: { type: cli, command: [false], retry: { attempts: 3 } }
`);
  expect(played.of('retry').map(({ data }) => data.next_attempt)).toEqual([2, 3]);
  expect(played.gate).toMatchObject({ node: 'work', purpose: 'failure' });
});

test('Variable Extraction: success, result, fields of an object, found, count and the first of a list, aliases', async () => {
  const played = await scene.play(
    `
gatehouse: 1
name: Variables
${screen}
nodes:
  find: { type: tool, server: screen, tool: find_text, arguments: { text: Send } }
  windows: { type: tool, server: screen, tool: list_windows }
  told: { type: end, message: "\${find.success} \${find.found} \${find.count} \${find.x} \${find.matches[0].y} \${windows.windows[1].app_name}" }
`,
    { people: allow },
  );
  expect(played.run.message).toBe('true true 1 30 40 Mail');
});

test('Run Storage Layout and Trace Events: every attempt has its place, every step its events', async () => {
  const played = await scene.play(`
gatehouse: 1
name: Stored
nodes:
  work: { type: cli, script: "echo out; echo file > a.txt", artifacts: [a.txt] }
`);
  expect(played.of('artifact_saved').map(({ data }) => data.name)).toEqual(['a.txt', 'stdout.txt']);
  const types = new Set(played.events.map(({ type }) => type));
  for (const type of [
    'run_created',
    'node_started',
    'output',
    'artifact_saved',
    'node_completed',
    'run_completed',
  ] as const)
    expect(types).toContain(type);
});

test('Trace Events: branches, rounds, variables, calls and retries are told, each as an event of its own', async () => {
  const played = await scene.play(
    `
gatehouse: 1
name: Traced
${screen.replace('pointing-server.mjs"', 'pointing-server.mjs", "1"')}
nodes:
  rounds: { type: loop, body: click, max: 1, done: choose }
  click: { type: tool, server: screen, tool: click, target: Send, retry: { attempts: 2 } }
  back: { type: end_loop, loop: rounds }
  choose: { type: if, condition: "click.success", then: keep, else: fail }
  keep: { type: action, do: [{ type: set_state, field: computed.x, value: 1 }] }
`,
    { people: allow },
  );
  expect(played.run.status).toBe('completed');
  const types = new Set(played.events.map(({ type }) => type));
  const told = [
    'node_started',
    'tool_call',
    'tool_result',
    'branch_evaluated',
    'loop_iteration',
    'loop_exited',
  ] as const;
  for (const type of [...told, 'variable_set', 'retry', 'target_resolved'] as const) expect(types).toContain(type);
});

test('Post-Execution Checks: after the walk every completed node with checks or an expected outcome is judged', async () => {
  const played = await scene.play(
    `
gatehouse: 1
name: Checked
nodes:
  work: { type: cli, command: [echo, hello], checks: [{ type: text_present, text: hello, when: after }, { type: text_absent, text: bye, when: after }, { type: judge, name: polite, question: Is it polite?, when: after, on_fail: warn }] }
  plain: { type: cli, command: [true] }
`,
    {
      model: () => ({ text: JSON.stringify({ verdicts: [{ name: 'polite', verdict: 'fail', reason: 'too short' }] }) }),
    },
  );
  expect(played.run.status).toBe('completed');
  expect(played.of('checks_completed').map(({ data }) => data)).toEqual([{ passed: 2, failed: 0, warned: 1 }]);
  const last = played.of('node_completed').find(({ node }) => node === 'plain')?.seq ?? 0;
  expect(played.of('check_evaluated').every(({ node, seq }) => node === 'work' && seq > last)).toBe(true);
});
