import { expect, test } from 'vitest';
import { broken, ok, walkRun } from '../../testing/engine/walk.ts';

// draft (skipped) → tell
test('the outputs of a skipped node are null, with a warning', () => {
  const walk = walkRun(
    `
  draft: { type: cli, command: [draft], on_failure: skip }
  tell: { type: cli, command: [tell, "\${draft.stdout ?? 'nothing'}"], save: { text: "\${draft.stdout}", ok: "\${draft.success}" } }`,
    { outcome: ({ node }) => (node === 'draft' ? broken() : ok({ stdout: 'told' })) },
  );
  expect(walk.state.status).toBe('completed');
  expect(walk.state.computed).toEqual({ text: null, ok: false });
  expect(walk.state.warnings).toMatchObject([{ node: 'draft' }]);
});

// work ✗ → a person, not the node called "ask"
test('a failure asks a person unless the file says otherwise, also beside a node called ask', () => {
  const nodes = (failure: string) => `
  work: { type: cli, command: [work]${failure} }
  done: { type: end }
  ask: { type: end, outcome: failure, message: asked }`;
  const fails = { outcome: () => broken() };
  expect(Object.values(walkRun(nodes(''), fails).state.gates)).toMatchObject([{ node: 'work', purpose: 'failure' }]);
  expect(walkRun(nodes(', on_failure: ask'), fails).state.message).toBe('asked');
});
