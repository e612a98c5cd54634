import { expect, test } from 'vitest';
import { eventsOf, ok, openGate, record, type Walk, type WalkOptions, walkRun } from '../../testing/engine/walk.ts';

// look → done
const nodes = `
  look: { type: tool, server: files, tool: read }
  done: { type: end }`;
const head = 'servers: { files: { command: files } }';

/** Calls its tools, then the process dies in its first attempt. */
function dying(...readOnly: boolean[]): WalkOptions {
  const call = (walk: Walk, read_only: boolean) => {
    const data = { server: 'files', tool: 'read', arguments: {}, ...(read_only ? { read_only } : {}) };
    record(walk, [{ type: 'tool_call', node: 'look', visit: 1, attempt: 1, data }]);
  };
  return {
    head,
    during: (walk, { attempt }) => {
      if (attempt === 1) for (const one of readOnly) call(walk, one);
    },
    outcome: ({ attempt }) => (attempt === 1 ? 'interrupted' : ok('read')),
  };
}

test('an interrupted call of a tool that only reads is made again without asking', () => {
  const walk = walkRun(nodes, dying(true));
  expect(walk.state.status).toBe('completed');
  expect(eventsOf(walk, 'node_started').filter(({ node }) => node === 'look')).toHaveLength(2);
});

test.each([
  ['may change something', [false]],
  ['was made beside one that may', [false, true]],
  ['is not known to have been made', []],
])('one that %s is for a person to judge', (_, calls) => {
  expect(openGate(walkRun(nodes, dying(...calls))).purpose).toBe('interrupted');
});
