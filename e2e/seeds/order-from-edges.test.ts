// Seed 002, "Execute each node batch in topological order": the order follows from what each node needs.
import { expect, test } from 'vitest';
import { loadWorkflow } from '../../lib/workflow/load.ts';
import { stage } from './stage.ts';

const scene = stage();

const problemsOf = (nodes: string) =>
  loadWorkflow(`gatehouse: 1\nname: Check\nnodes:\n${nodes}`).problems.map(
    ({ severity, code }) => `${severity} ${code}`,
  );

test('M17: nodes are walked by what they need, one at a time, ties as written, a batch together', async () => {
  const played = await scene.play(`
gatehouse: 1
name: Edges
nodes:
  N-004: { type: cli, command: [echo, "\${prev.stdout}"], needs: [N-002, N-003] }
  N-001: { type: cli, command: [echo, plan] }
  N-003: { type: cli, command: [echo, "three after \${prev.stdout}"], needs: [CP-01], parallel_group: both }
  N-002: { type: cli, command: [echo, "two after \${prev.stdout}"], needs: [CP-01], parallel_group: both }
  CP-01: { type: checkpoint, needs: [N-001] }
  N-000: { type: cli, command: [echo, another start] }
`);
  expect(played.run.status).toBe('completed');
  const path = played.path.filter((node) => node !== 'both');
  expect(path.slice(0, 2)).toEqual(['N-001', 'CP-01']);
  expect(path.slice(2, 4).sort()).toEqual(['N-002', 'N-003']);
  expect(path.slice(4)).toEqual(['N-004', 'N-000']);
  const printed = (id: string) => (played.run.state.outputs[id] as { stdout: string }).stdout.trim();
  expect([printed('N-003'), printed('N-002')]).toEqual(['three after plan', 'two after plan']);
  // The last needed as written is N-002.
  expect(printed('N-004')).toBe('two after plan');
});

test('M17: with branches, what was never reached is left out with a warning, and all that needs it', async () => {
  const played = await scene.play(`
gatehouse: 1
name: Branches
nodes:
  after_y: { type: cli, command: [echo, y], needs: [y] }
  later: { type: cli, command: [echo, later], needs: [after_y] }
  start: { type: cli, command: [echo, start] }
  choose: { type: if, condition: "true", then: x, else: y, needs: [start] }
  x: { type: cli, command: [echo, x] }
  y: { type: cli, command: [echo, y] }
  last: { type: cli, command: [echo, last], needs: [x] }
`);
  expect(played.run.status).toBe('completed');
  expect(played.path).toEqual(['start', 'choose', 'x', 'after_y', 'later', 'last']);
  expect(played.run.nodes.after_y?.status).toBe('skipped');
  expect(played.run.nodes.later?.status).toBe('skipped');
  expect(played.run.nodes.last?.status).toBe('completed');
  expect(played.run.warnings.map(({ message }) => message)).toEqual([
    'after_y was left out: y, which it needs, was never reached',
    'later was left out: after_y, which it needs, was never reached',
  ]);
});

test('M17: circles, unknown names and ways of one’s own are refused', () => {
  const cli = 'type: cli, command: [true]';
  expect(problemsOf(`  a: { ${cli}, needs: [b] }\n  b: { ${cli}, needs: [a] }`)).toContain('error needs_cycle');
  expect(problemsOf(`  a: { ${cli}, needs: [bb] }\n  b: { ${cli} }`)).toContain('error unknown_target');
  expect(problemsOf(`  a: { ${cli}, next: b }\n  b: { ${cli}, needs: [a] }`)).toEqual(
    expect.arrayContaining(['error needed_leads', 'error leads_to_needing']),
  );
  expect(problemsOf(`  a: { ${cli} }\n  b: { ${cli}, needs: [a] }`)).toEqual([]);
});
