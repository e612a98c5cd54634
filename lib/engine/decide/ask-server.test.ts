// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are workflow templates
import { expect, test } from 'vitest';
import type { ServerStart } from '../../nodes/contract/outcome.ts';
import {
  answer,
  eventsOf,
  graphOf,
  newWalk,
  ok,
  openGate,
  record,
  storyOf,
  type Walk,
  type Work,
  walkRun,
} from '../../testing/engine/walk.ts';

// ┌───────┐ ask  ┌────────┐ not asked
// │ first ├─────►│ second ├──────────►
// └───────┘      └────────┘
const nodes = `
       first: { type: tool, server: files, tool: list, gate: { when: before, kind: info } }
       second: { type: tool, server: files, tool: list }`;
const head = 'servers: { files: { command: npx, args: ["${workspace}"] } }';

const start: ServerStart = {
  id: 'files',
  hash: 'h1',
  command: 'npx',
  args: ['-c', 'one\ncwd: /', '${inputs.x}'],
  env: { KEY: '[secret key]' },
  cwd: '/workspace',
  files: [{ path: 'srv.sh', sha256: 'abc' }],
  wasAllowedAsWritten: false,
};

/** Plays what the outside does: an attempt whose server nobody has allowed stops before it begins. */
function walkAsking(given: ServerStart, outcome: (work: Work) => ReturnType<typeof ok> = () => ok()): Walk {
  let known: string[] = [];
  return walkRun(nodes, {
    head,
    during: ({ state }) => {
      known = state.approved_servers;
    },
    outcome: (work) => (known.includes(given.hash) ? outcome(work) : { suspended: { reason: 'server', start: given } }),
  });
}

test('exactly what would be started is shown, and a value of many lines cannot pretend to be another line', () => {
  const gate = openGate(walkAsking(start));
  expect(gate).toMatchObject({
    purpose: 'server',
    node: 'first',
    kind: 'question',
    server: { id: 'files', hash: 'h1' },
  });
  expect(gate.show.map(({ text }) => text)).toEqual([
    [
      'command: npx',
      'args[0]: -c',
      'args[1]: one\n    cwd: /',
      'args[2]: ${inputs.x}',
      'env KEY: [secret key]',
      'cwd: /workspace',
      'file srv.sh: SHA-256 abc',
    ].join('\n'),
  ]);
  expect(gate.message).not.toContain('again');
  expect(openGate(walkAsking({ ...start, wasAllowedAsWritten: true })).message).toContain(
    'asked again because approvals now cover what is really started',
  );
});

test('the attempt that asked goes on when it is allowed, and what is allowed once is not asked about again', () => {
  const walk = walkAsking(start);
  answer(walk, 'allow');
  expect(walk.state.status).toBe('completed');
  expect(eventsOf(walk, 'gate_opened').filter(({ data }) => data.gate.purpose === 'server')).toHaveLength(1);
  const [claimed, continued] = eventsOf(walk, 'node_started');
  expect(continued).toMatchObject({ node: 'first', attempt: 1, data: { continues: { reason: 'server' } } });
  expect(claimed?.attempt).toBe(1);
});

test('Deny fails the node without starting anything, and Retry asks again rather than starting it', () => {
  const walk = walkAsking(start, ({ attempt }) => ok(attempt));
  answer(walk, 'deny');
  expect(openGate(walk)).toMatchObject({ purpose: 'failure', node: 'first' });
  expect(openGate(walk).show[0]?.text).toContain('did not allow');
  answer(walk, 'retry');
  expect(openGate(walk).purpose).toBe('server');
  answer(walk, 'allow');
  expect(walk.state.status).toBe('completed');
  expect(walk.state.outputs.first).toBe(2);
});

test('what a person said about a tool is not lost when the server is asked about in between', () => {
  let asks = ['tool', 'server'];
  const seen: unknown[] = [];
  const walk = walkRun(nodes, {
    head,
    outcome: ({ node, resumed }) => {
      if (node !== 'first') return ok();
      seen.push(resumed);
      const [reason, ...others] = asks;
      asks = others;
      if (reason === 'tool') return { suspended: { reason, tool: 'files.list', arguments: { path: 'a' } } };
      return reason === 'server' ? { suspended: { reason, start } } : ok();
    },
  });
  answer(walk, 'allow', { arguments: { path: 'b' } });
  expect(openGate(walk).purpose).toBe('server');
  answer(walk, 'allow');
  const allowed = { reason: 'tool', allowed: true, arguments: { path: 'b' } };
  expect(seen).toMatchObject([null, allowed, allowed]);
  expect(walk.state.status).toBe('completed');
});

test('a question that was asked at the entrance, as older runs have it, still leads in', () => {
  const walk = newWalk(graphOf(nodes, head));
  record(walk, [{ type: 'run_started', data: {} }]);
  const gate = { ...openGate(walkAsking(start)), id: `g${walk.state.seq + 1}`, slot: 'server' };
  record(walk, [{ type: 'gate_opened', node: 'first', visit: 1, attempt: 0, data: { gate } }]);
  answer(walk, 'allow');
  expect(storyOf(walk).slice(0, 3)).toEqual(['first asked server', 'first answered allow', 'first asked before:0']);
  expect(walk.state.status).toBe('completed');
});
