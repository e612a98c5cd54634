import { expect, test } from 'vitest';
import { workingContext } from '../../testing/nodes/node-context.ts';
import { describeWorkspaceTool, runWorkspaceTool } from './workspace-tools.ts';

test('a tool says what it takes as a JSON Schema', () => {
  expect(describeWorkspaceTool('read_file').parameters).toMatchObject({
    type: 'object',
    properties: { path: { type: 'string' } },
    required: ['path'],
  });
});

test('arguments that do not fit are told and nothing is done', async () => {
  const answer = await runWorkspaceTool('run_command', { argv: 'rm -rf .' }, workingContext({}));
  expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('argv') }] });
});
