// Seed 003, the workflow state model: flags, hidden names, validation, endings.
import { expect, test } from 'vitest';
import { loadWorkflow } from '../../lib/workflow/load.ts';
import { stage } from './stage.ts';

const scene = stage();

const problemsOf = (nodes: string, head = '') =>
  loadWorkflow(`gatehouse: 1\nname: Check\n${head}\nnodes:\n${nodes}`).problems.map(({ severity, code, message }) => ({
    severity,
    code,
    message,
  }));

test('M5: a flag is true or false: 0, null, "", "false" and "no" set it to false', async () => {
  const values = ['0', 'null', '""', '"false"', '"FALSE"', 'no', '"${computed.off}"', 'false'];
  const effects = values.map((value, index) => `{ type: set_flag, flag: f${index}, value: ${value} }`);
  const played = await scene.play(`
gatehouse: 1
name: Flags
state: { computed: { off: "false" } }
nodes:
  set: { type: action, do: [${effects.join(', ')}, { type: set_flag, flag: on }, { type: set_flag, flag: yes, value: "true" }, { type: set_flag, flag: one, value: 1 }] }
  saved: { type: cli, command: [echo, "false"], save: { flags.saved: "\${trim(result.stdout)}" } }
`);
  expect(played.run.state.flags).toEqual({
    ...Object.fromEntries(values.map((_, index) => [`f${index}`, false])),
    on: true,
    yes: true,
    one: true,
    saved: false,
  });
});

test('M9: a node that would hide a field of the state is refused, whether the field is declared or only set', () => {
  const phase = '  phase: { type: cli, command: [true] }\n  done: { type: end }';
  expect(problemsOf(phase, 'state: { phase: draft }')).toContainEqual({
    severity: 'error',
    code: 'hidden_name',
    message: 'node "phase" hides "state.phase": expressions that say "phase" mean the node',
  });
  const set = `${phase}\n  set: { type: action, do: [{ type: set_state, field: phase, value: done }] }`;
  expect(problemsOf(set).map(({ code }) => code)).toContain('hidden_name');
  expect(problemsOf('  a: { type: cli, command: [true], save: { a: 1 } }').map(({ code }) => code)).not.toContain(
    'hidden_name',
  );
});

test('M11: validate asks every condition; one that cannot be answered is a complaint like the others', async () => {
  const played = await scene.play(`
gatehouse: 1
name: Validate
state: { flags: { ready: true } }
nodes:
  check:
    type: validate
    conditions:
      - { if: "user_responses.ask.id == 'git'", message: Choose git }
      - { type: flag_set, flag: nope, message: The flag nope is not set }
      - { type: count_above, field: flags.ready, min: 0, message: There is nothing to count }
      - { if: "flags.ready", message: It is not ready }
    valid: complete
    invalid: told
  told: { type: end, outcome: success, message: "\${join(computed.validation_errors, '; ')}" }
`);
  expect(played.run).toMatchObject({
    status: 'completed',
    message: 'Choose git; The flag nope is not set; There is nothing to count',
  });
  const typed =
    '  c: { type: validate, conditions: [{ type: flag_set, flag: nope, message: no }], valid: complete, invalid: fail }';
  const expression = typed.replace('type: flag_set, flag: nope', 'if: flags.nope');
  expect(problemsOf(typed).map(({ severity, code }) => [severity, code])).toEqual([['warning', 'never_set']]);
  expect(problemsOf(expression).map(({ severity, code }) => [severity, code])).toEqual([['warning', 'never_set']]);
});

test('M12: a map or a parallel without a way on is named for that, and for nothing else', () => {
  const map = `
  each: { type: map, items: "\${[1, 2]}", body: a }
  a: { type: cli, command: [true] }
  b: { type: cli, command: [true], next: join }
  done: { type: end }`;
  expect(problemsOf(map)).toEqual([
    {
      severity: 'error',
      code: 'split_without_exit',
      message: 'node "each" has no "next": after its branches it would run on into one of them, "a"',
    },
  ]);
  const parallel = `
  both: { type: parallel, branches: { a: a, b: b } }
  a: { type: cli, command: [true], next: join }
  b: { type: cli, command: [true], next: join }
  done: { type: end }`;
  expect(problemsOf(parallel).map(({ code }) => code)).toEqual(['split_without_exit']);
  expect(problemsOf(map.replace('body: a', 'body: a, next: done'))).toEqual([]);
});

test('M18: current_node is the ending once the run is there', async () => {
  const played = await scene.play(`
gatehouse: 1
name: Ending
nodes:
  work: { type: cli, command: [true] }
  success: { type: end, message: Done }
`);
  expect(played.run.state).toMatchObject({ status: 'completed', current_node: 'success', previous_node: 'work' });
});

test('M18: log_warning is a warning of the run', async () => {
  const played = await scene.play(`
gatehouse: 1
name: Warn
nodes:
  warn: { type: action, do: [{ type: log_warning, message: "two \${1 + 1}" }, { type: log_entry, level: warning, message: three }, { type: log_entry, message: four }] }
`);
  expect(played.run.warnings.map(({ message }) => message)).toEqual(['two 2', 'three']);
});
