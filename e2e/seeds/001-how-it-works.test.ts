// Document 001, "How the Workflow Engine Works": one story a section.
import { expect, test } from 'vitest';
import { calls, promptOf, stage, turnOf } from './stage.ts';

const scene = stage();

const roles = `roles:
  architect: { instructions: You plan. }
  developer: { instructions: You develop. }
  pm: { instructions: You validate. }`;

test('Complete Execution Example: plan, implement twice, validate, fix, validate, complete', async () => {
  let validated = 0;
  const answers: Record<string, string[]> = { plan: ['yes'], implement: ['no', 'yes'] };
  const played = await scene.play(
    `
gatehouse: 1
name: Example
${roles}
nodes:
  plan: { type: task, role: architect, action: create_plan, params: { output: plan.md }, gate: { kind: approval, message: "Approve?" } }
  implement:
    type: task
    role: developer
    action: implement
    gate: { kind: question, message: "Good?", options: [{ id: yes }, { id: no }], on: { no: implement } }
  validate:
    type: task
    role: pm
    action: validate
    conditions: [{ if: "result.result == 'pass'", then: complete }, { if: "result.result == 'fail'", then: fix }]
  fix: { type: task, role: developer, action: fix, retry: { attempts: 3 }, next: validate }
`,
    {
      people: ({ node }) => answers[node]?.shift() ?? null,
      model: (asked) => {
        const prompt = promptOf(asked);
        if (prompt.includes('create_plan') && turnOf(asked) === 0)
          return calls('write_file', { path: 'plan.md', content: '1.' });
        if (prompt.includes('Action: validate'))
          return { text: `{"result": "${validated++ === 0 ? 'fail' : 'pass'}"}` };
        return { text: '{"result": "pass"}' };
      },
    },
  );
  expect(played.run.status).toBe('completed');
  expect(played.path).toEqual(['plan', 'implement', 'implement', 'validate', 'fix', 'validate']);
  expect(scene.read(played, 'plan.md')).toBe('1.');
  expect(played.of('gate_answered').map(({ data }) => data.answer.option)).toEqual(['yes', 'no', 'yes']);
});

test('Phase 1, Load Workflow: a file that cannot be walked is refused, with every mistake at its place', async () => {
  const source = `gatehouse: 1\nname: Load\nnodes:\n  plan: { type: task, role: nobody, action: create_plan, next: implment }\n  implement: { type: tsk }\n`;
  const { ok, problems } = await scene.validate(source);
  expect(ok).toBe(false);
  expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    expect.stringMatching(/^4: .*"nobody"/),
    expect.stringMatching(/^4: .*"implment"/),
    expect.stringMatching(/^5: .*"tsk"/),
  ]);
});

test('Phases 2 and 3, Initialize State and Execute Loop: the log has the start, each task, each gate and the end', async () => {
  const played = await scene.play(
    `
gatehouse: 1
name: Logged
nodes:
  plan: { type: cli, command: [echo, planned], gate: { kind: approval, message: "Approve?" } }
  build: { type: cli, command: [sh, -c, "[ -e tried ] || { touch tried; exit 1; }"], retry: { attempts: 2 } }
`,
    { people: () => 'yes' },
  );
  const log = await scene.record(played, 'execution-log');
  const told = [
    'workflow_start',
    'task_start',
    'action_done',
    'hitl_reached',
    'hitl_response',
    'task_complete',
    'retry',
  ];
  for (const event of [...told, 'workflow_complete']) expect(log).toContain(event);
  expect(log.indexOf('hitl_reached')).toBeLessThan(log.indexOf('hitl_response'));
});

test('Step 1, Check Retry Limit: after its attempts a task is given to a person', async () => {
  const played = await scene.play(
    `
gatehouse: 1
name: Limit
${roles}
nodes:
  fix: { type: task, role: developer, action: fix, retry: { attempts: 2 }, on_failure: escalate }
`,
    { model: () => ({ status: 400, message: 'no' }) },
  );
  expect(played.run.nodes.fix?.attempts).toBe(2);
  expect(played.gate).toMatchObject({ node: 'fix', assignees: ['administrators'] });
});

test('Steps 2 and 4: approval before blocks the action; info goes on; none asks nothing', async () => {
  const played = await scene.play(
    `
gatehouse: 1
name: Gates
nodes:
  before: { type: cli, command: [echo, did it], gate: { when: before, kind: approval, message: May I? } }
  told: { type: cli, command: [true], gate: { kind: info, message: Task complete } }
  silent: { type: cli, command: [true], gate: { kind: none } }
  waits: { type: cli, command: [true], gate: { kind: info, auto_continue: false, message: Read this } }
`,
    { people: ({ node }) => (node === 'before' ? 'yes' : null) },
  );
  const asked = played.of('gate_opened').map(({ node, data }) => [node, data.gate.slot]);
  expect(asked).toEqual([
    ['before', 'before:0'],
    ['told', 'after:0'],
    ['waits', 'after:0'],
  ]);
  const started = played.of('node_started').find(({ node }) => node === 'before')?.seq ?? 0;
  expect(started).toBeGreaterThan(played.of('gate_answered')[0]?.seq ?? 0);
  expect(played.gate).toMatchObject({ node: 'waits', options: [{ id: 'continue' }] });
});

test('Step 6, Handle Completion and Error: a task goes on to what it names, after success and after an error', async () => {
  const played = await scene.play(`
gatehouse: 1
name: Ways
nodes:
  first: { type: cli, command: [true], next: third }
  second: { type: cli, command: [echo, "\${error.message}"], next: complete }
  third: { type: cli, command: [false], retry: { attempts: 2 }, on_failure: second }
`);
  expect(played.run).toMatchObject({ status: 'completed', nodes: { third: { attempts: 2, status: 'failed' } } });
  expect(played.path).toEqual(['first', 'third', 'second']);
});

test('Step 3, Execute Action (M18: edit_file): a role acts with tools to write, read, edit and run', async () => {
  const steps = [
    calls('write_file', { path: 'code.py', content: 'print(1)\n' }),
    calls('edit_file', { path: 'code.py', find: '1', replace: '2' }),
    calls('read_file', { path: 'code.py' }),
    calls('run_command', { argv: ['cat', 'code.py'] }),
    { text: '{"result": "pass", "ran": true}' },
  ];
  const played = await scene.play(
    `
gatehouse: 1
name: Act
${roles}
nodes:
  implement: { type: task, role: developer, action: implement, params: { file: code.py } }
  told: { type: end, message: "\${implement.result.result} \${implement.ran}" }
`,
    {
      model: (asked) => steps[turnOf(asked)] ?? { text: '' },
      people: ({ purpose }) => (purpose === 'tool' ? 'allow' : null),
    },
  );
  expect(played.run).toMatchObject({ status: 'completed', message: 'pass true' });
  expect(scene.read(played, 'code.py')).toBe('print(2)\n');
  expect(played.of('gate_opened').map(({ data }) => data.gate.purpose)).toEqual(['tool']);
});

test('Step 5 and Conditional Branching: the first true condition wins; none true goes on to the next', async () => {
  const branch = (said: string) =>
    scene.play(
      `
gatehouse: 1
name: Branch
${roles}
nodes:
  validate: { type: task, role: pm, action: validate, conditions: [{ if: "result.result == 'pass'", then: next }, { if: "result.result == 'fail'", then: fix }] }
  after: { type: cli, command: [true], next: complete }
  fix: { type: cli, command: [true] }
`,
      { model: () => ({ text: `{"result": "${said}"}` }) },
    );
  expect((await branch('pass')).path).toEqual(['validate', 'after']);
  expect((await branch('fail')).path).toEqual(['validate', 'fix']);
  expect((await branch('unsure')).path).toEqual(['validate', 'after']);
});

test('State Management: status, times, retries and position of every task can be read at any moment', async () => {
  const waiting = await scene.play(`
gatehouse: 1
name: State
nodes:
  create_plan: { type: cli, command: [true] }
  implement: { type: cli, command: [true], gate: { when: before, message: Go on? } }
`);
  expect(waiting.run.nodes.create_plan).toMatchObject({
    status: 'completed',
    started_at: expect.any(String),
    ended_at: expect.any(String),
  });
  expect(waiting.run.nodes.implement).toMatchObject({ status: 'waiting' });
  expect(waiting.run).toMatchObject({ status: 'waiting', current_node: 'implement', progress: { done: 1, total: 2 } });
  await scene.engine.restart();
  expect((await scene.goOn(waiting.id, () => 'yes')).run.status).toBe('completed');
});
