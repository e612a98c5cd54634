// Four families of workflow systems, each said in the native language without losing what it means, and walked to its end.
// lib/testing/engine/walk.ts plays work and people; nothing outside is touched.
import { describe, expect, test } from 'vitest';
import {
  answer,
  broken,
  eventsOf,
  finishedNodes,
  ok,
  openGate,
  type Reply,
  record,
  storyOf,
  type Walk,
  type Work,
  walkRun,
} from '../testing/engine/walk.ts';

const finished = ({ state }: Walk) => [state.status, state.message];

// A graph of screen work: tools of an MCP server are called one after the other, and what they find is read from the node
// that looked (`found`, `count`, the fields of the first match). Control nodes decide in place: a do-while loop with a
// most number of rounds, a switch that takes the first case, a disabled node that is passed. A node is tried several
// times, waits a little after it succeeded, and is judged once the run has ended.
describe('a graph that works on a screen', () => {
  const head = `
servers: { screen: { command: npx, args: [screen-server] } }
defaults: { on_failure: fail, trace: full }`;
  const nodes = `
  open: { type: tool, server: screen, tool: focus_window, arguments: { app_name: Calculator }, settle: 500ms }
  warm_up: { type: tool, server: screen, tool: take_screenshot, enabled: false }
  rounds: { type: loop, body: press, until: "look.found && look.text == '128'", max: 20, done: how_many }
  press: { type: tool, server: screen, tool: click, target: the equals key, retry: { attempts: 3 } }
  look: { type: tool, server: screen, tool: find_text, arguments: { text: "128" } }
  again: { type: end_loop, loop: rounds }
  how_many:
    type: switch
    cases:
      - { name: several, if: "look.count > 1", then: tell }
      - { name: one, if: "look.matches[0].x > 0", then: tell }
    default: fail
  tell:
    type: ai
    prompt: "Say what the display shows at \${look.x}, \${look.y}."
    tools: [screen.take_screenshot]
    max_tool_calls: 5
    time_limit: 1m
    checks: [{ type: text_present, text: "128", when: after }]
  done: { type: end, message: "\${tell.text} after \${press.visits} presses" }`;

  function work({ node, visit, attempt }: Work) {
    if (node === 'press' && visit === 2 && attempt < 3) return broken('the key moved');
    if (node === 'look') return ok(visit < 3 ? [] : [{ text: '128', x: 40, y: 60 }]);
    return ok(node === 'tell' ? { text: 'It shows 128' } : null);
  }

  test('goes round until the text is found, tries a moving key again, and is judged at the end', () => {
    const walk = walkRun(nodes, {
      head,
      outcome: work,
      answer: () => ({ option: 'allow' }),
    });
    expect(finished(walk)).toEqual(['completed', 'It shows 128 after 3 presses']);
    expect(eventsOf(walk, 'retry')).toHaveLength(2);
    expect(eventsOf(walk, 'loop_exited')[0]?.data).toMatchObject({ reason: 'until' });
    expect(eventsOf(walk, 'branch_evaluated').at(-1)?.data).toMatchObject({ condition: 'one', to: 'tell' });
    expect(eventsOf(walk, 'node_skipped').map(({ node, data }) => [node, data.reason])).toEqual([
      ['warm_up', 'disabled'],
    ]);
    expect(eventsOf(walk, 'checks_completed')[0]?.data).toMatchObject({ passed: 1, failed: 0 });
  });

  test('a node that fails for good ends the walk', () => {
    const outcome = (one: Work) => (one.node === 'press' ? broken('no such key') : ok());
    const walk = walkRun(nodes, { head, outcome, answer: () => ({ option: 'allow' }) });
    expect(finished(walk)).toEqual(['failed', 'no such key']);
  });
});

// Tasks in their order, each carried out by a role. People approve, answer a question whose "no" does the task again, or
// are only told. A value that nobody wrote down is asked for. A verdict branches; what is mended is validated again until
// the mending has been tried often enough, and then it is a matter for people.
describe('tasks of roles with people in between', () => {
  const head = `
roles: { architect: { instructions: Plan. }, developer: { instructions: Build. }, tester: { instructions: Test. } }
defaults: { retry: { attempts: 3 }, on_failure: escalate }`;
  const nodes = `
  plan:
    type: task
    role: architect
    action: Write a plan.
    params: { output: plan.md, project: "{{ask_user}}", style: "\${user_responses.plan.values.style}" }
    gate:
      - { when: before, kind: form, message: Which style?, form: { style: { type: choice, choices: [brief, full] } } }
      - { kind: approval, message: Is this the plan? }
  implement:
    type: task
    role: developer
    action: Do what the plan says.
    params: { plan: "\${plan.output_path}" }
    gate: { kind: question, message: Does it look good?, options: [{ id: yes }, { id: no }], on: { no: implement } }
  validate:
    type: task
    role: tester
    action: Look for faults.
    conditions:
      - { if: "result.result == 'pass'", then: tell }
      - { if: "result.result == 'fail'", then: fix }
    next: escalate
  fix:
    type: task
    role: developer
    action: Mend the faults.
    params: { report: "\${validate.bug_report_path}" }
    conditions: [{ if: "visit < 3", then: validate }]
    next: escalate
  tell: { type: gate, kind: info, message: "\${plan.output_path} is done" }`;
  const people =
    (answers: Record<string, Reply[]>) =>
    ({ node }: { node: string }): Reply | null =>
      answers[node]?.shift() ?? null;
  const work =
    (verdicts: string[]) =>
    ({ node }: Work) => {
      const verdict = () => ({ result: verdicts.shift(), bug_report_path: 'bugs/1.md' });
      return ok({ text: 'Done.', output_path: `${node}.md`, ...(node === 'validate' ? verdict() : {}) });
    };

  test('asks what is missing, does again what was not good, mends and validates until it passes', () => {
    const walk = walkRun(nodes, {
      head,
      outcome: work(['fail', 'pass']),
      answer: people({
        plan: [
          { option: 'submit', values: { 'params.project': 'Gate' } },
          { option: 'submit', values: { style: 'brief' } },
          { option: 'yes' },
        ],
        implement: [{ option: 'no' }, { option: 'yes' }],
      }),
    });
    expect(finished(walk)[0]).toBe('completed');
    expect(finishedNodes(walk)).toEqual(['plan', 'implement', 'implement', 'validate', 'fix', 'validate', 'tell']);
    expect(eventsOf(walk, 'node_started').find(({ node }) => node === 'fix')?.data.input).toMatchObject({
      params: { report: 'bugs/1.md' },
    });
  });

  test('after three times of mending the administrators are asked, and may end it', () => {
    const walk = walkRun(nodes, {
      head,
      outcome: work(['fail', 'fail', 'fail']),
      answer: ({ node, kind }) => {
        if (kind === 'form') return { option: 'submit', values: { style: 'full', 'params.project': 'Gate' } };
        return node === 'fix' ? null : { option: 'yes' };
      },
    });
    expect(openGate(walk)).toMatchObject({ node: 'fix', visit: 3, assignees: ['administrators'] });
    answer(walk, 'abort');
    expect(finished(walk)[0]).toBe('failed');
  });
});

// A chain of skills, commands, programs and agents, with checkpoints between them: each refers to the session or the file
// of the one before, programs work in the background and report, neighbours of one group work at the same time, and a
// failure is tried once more, left out, or a person's to decide.
describe('a chain of skills, programs and agents with checkpoints', () => {
  const head = `
inputs: { goal: { type: string, required: true }, scope: { type: string, default: src } }`;
  const nodes = `
  N-001: { type: skill, name: Plan, executor: lite-plan, args: "\${inputs.goal}", retry: { attempts: 2 } }
  CP-01: { type: checkpoint, label: Planned }
  N-002:
    type: cli
    preset: gemini
    mode: analysis
    prompt: "Look at \${inputs.scope}. The plan: \${prev.output}"
    background: true
  N-003: { type: agent, agent: reviewer, prompt: "Review \${prev.output_path}", tools: [], parallel_group: judges }
  N-004: { type: agent, agent: security, prompt: "Attack \${prev.output_path}", tools: [], parallel_group: judges, on_failure: skip }
  CP-02: { type: checkpoint, label: Judged, auto_continue: false }
  N-005: { type: command, executor: team:execute, args: "--session \${nodes['N-001'].session_id}" }
  done: { type: end, message: "\${prev.session_id}: \${nodes['N-005'].output_path}" }`;

  function outcome({ node, attempt, resumed }: Work) {
    if (node === 'N-001' && attempt === 1) return broken();
    if (node === 'N-002' && !resumed) return { suspended: { reason: 'callback' as const, signal: 'callback:N-002' } };
    if (node === 'N-002') return ok({ stdout: 'analysed', output_path: 'analysis.md', exec_id: 'e1' });
    if (node === 'N-004') return broken('no attack');
    return ok({ text: `${node} spoke`, output_path: `${node}.md`, session_id: `WFS-${node}` });
  }
  const during = (walk: Walk, { node, resumed }: Work) => {
    if (node !== 'N-002' || resumed) return;
    record(walk, [{ type: 'signal_received', data: { name: 'callback:N-002', payload: { exit_code: 0 }, by: 'it' } }]);
  };

  test('each is given what the one before it left, and a person lets it go on', () => {
    const walk = walkRun(nodes, { head, inputs: { goal: 'log in', scope: 'src' }, outcome, during });
    const inputOf = (id: string) => eventsOf(walk, 'node_started').find(({ node }) => node === id)?.data.input;
    expect(inputOf('N-002')).toMatchObject({ prompt: 'Look at src. The plan: N-001 spoke' });
    expect(inputOf('N-003')).toMatchObject({ prompt: 'Review analysis.md' });
    expect(openGate(walk)).toMatchObject({ node: 'CP-02', purpose: 'checkpoint' });
    answer(walk, 'continue');
    expect(inputOf('N-005')).toMatchObject({ args: '--session WFS-N-001' });
    expect(finished(walk)).toEqual(['completed', 'WFS-N-005: N-005.md']);
    expect(eventsOf(walk, 'checkpoint_created').map(({ data }) => data.name)).toEqual(['CP-01', 'CP-02']);
    expect(storyOf(walk)).toContain('N-004 skipped');
  });
});

// A machine over named data: small effects change it, typed conditions read it, flags are booleans, people choose among
// options or answer in their own words, everything that must hold is checked at once, a copy of the data is kept before
// something risky and restored when that fails, and endings say how it went and what helps.
describe('a machine of state, conditions and effects', () => {
  const head = `
state:
  phase: setup
  source_type: null
  options: [{ id: git, label: Git repository }, { id: web, label: Web site }]
  flags: { config_found: false, is_first_source: false }
  computed: { config: { sources: [] } }
require: [{ type: state_equals, field: phase, value: setup, message: The run has begun already }]`;
  const nodes = `
  locate:
    type: action
    do:
      - { type: evaluate, expression: "len(computed.config.sources) == 0", set_flag: is_first_source }
      - { type: set_flag, flag: config_found, value: true }
  known:
    type: if
    condition: { type: all_of, conditions: [{ type: flag_set, flag: config_found }, { type: state_is_null, field: source_type }] }
    then: ask_type
    else: sure
  ask_type:
    type: gate
    kind: question
    message: "Which kind? (\${current_node}, first: \${flags.is_first_source})"
    options: "\${options}"
    on: { git: is_git, other: own_words }
  own_words:
    type: action
    do:
      - type: parse_intent_flags
        input: "\${user_responses.ask_type.raw.text}"
        flag_definitions: { is_git: { keywords: [git, repository], negative_keywords: [no git] } }
        store_as: meant
      - type: match_3vl_rules
        flags: "\${computed.meant}"
        rules: [{ conditions: { is_git: T }, action: is_git }, { conditions: { is_git: F }, action: gave_up }]
        store_as: best
      - { type: dynamic_route, action: "\${computed.best.winner?.action ?? 'gave_up'}" }
  is_git:
    type: action
    do:
      - { type: set_state, field: source_type, value: git }
      - { type: set_state, field: computed.source_id, value: polars }
  sure:
    type: validate
    conditions:
      - { type: state_not_null, field: computed.source_id, message: There is no source }
      - { type: count_equals, field: computed.config.sources, count: 0, message: There is a source already }
    valid: clone
    invalid: gave_up
  clone:
    type: action
    do:
      - { type: create_checkpoint, name: before_clone }
      - { type: set_state, field: phase, value: cloning }
      - { type: append_state, field: computed.config.sources, value: { id: "\${computed.source_id}", url: "\${computed.url}" } }
    on_failure: undo
    next: added
  undo: { type: action, do: [{ type: rollback_checkpoint, name: before_clone }], next: failed }
  added: { type: end, message: "Added \${computed.config.sources[0].id}", summary: { path: "\${history[-1].node}" } }
  failed: { type: end, outcome: error, message: "\${phase}: \${error.message}", recovery: Give the address }
  gave_up: { type: end, outcome: indeterminate, message: "\${computed.validation_errors ?? 'nothing understood'}" }`;

  const reply = (option: string, text?: string) => () => ({ option, values: text === undefined ? {} : { text } });

  test('a choice leads on, and the data says how it was reached', () => {
    const walk = walkRun(nodes, { head: head.replace('computed: {', 'computed: { url: x,'), answer: reply('git') });
    expect(finished(walk)).toEqual(['completed', 'Added polars']);
    expect(walk.state.user_responses.ask_type).toMatchObject({ id: 'git', raw: { selected: 'Git repository' } });
    expect(walk.state.flags).toMatchObject({ config_found: true, is_first_source: true });
    expect(walk.state.history.tail[1]).toMatchObject({ node: 'known', outcome: { branch: true } });
  });

  test('own words are understood by keywords, and what failed is taken back before the ending tells why', () => {
    const walk = walkRun(nodes, { head, answer: reply('other', 'a git repository') });
    expect(finished(walk)).toEqual(['failed', expect.stringMatching(/^setup: .*computed\.url/)]);
    expect(walk.state.computed.config).toEqual({ sources: [] });
  });

  test('words that say no lead to an ending that is neither success nor failure', () => {
    const walk = walkRun(nodes, { head, answer: reply('other', 'no git please') });
    expect(finished(walk)).toEqual(['completed', 'nothing understood']);
    expect(eventsOf(walk, 'run_completed')[0]?.data.outcome).toBe('indeterminate');
  });
});
