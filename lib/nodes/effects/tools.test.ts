import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { createScratchWorld, type ScratchWorld } from '../../testing/nodes/effects-world.ts';
import { action } from '../action.ts';

let world: ScratchWorld;

beforeEach(async () => {
  world = await createScratchWorld();
});
afterEach(() => world.end());

it('calls a tool with rendered parameters and keeps its answer', async () => {
  const { error, values } = await world.act(
    [
      { type: 'mcp_tool_call', tool: 'fake.echo', params: { message: 'Hello ${name}' }, store_as: 'answer' },
      { type: 'mcp_tool_call', tool: 'fake.echo', params: '${all}', store_as: 'computed.whole' },
      { type: 'mcp_tool_call', tool: 'fake.image', store_as: 'image' },
    ],
    { name: 'Ada', all: { message: '{"a": 1}' } },
  );
  expect(error).toBeNull();
  expect(values).toEqual({
    'computed.answer': 'Hello Ada',
    'computed.whole': { a: 1 },
    'computed.image': 'one pixel',
  });
  expect(world.saved.map(({ name }) => name)).toEqual(['image-1.png']);
});

it('stops at a tool that fails, and at parameters that are none', async () => {
  const failed = await world.act([{ type: 'mcp_tool_call', tool: 'fake.fail' }]);
  expect(failed.error?.message).toBe('do[0] mcp_tool_call: fake.fail answered with an error: this tool always fails');
  const wrong = await world.act([{ type: 'mcp_tool_call', tool: 'fake.echo', params: '${x}' }], { x: 'text' });
  expect(wrong.error?.message).toBe('do[0] mcp_tool_call: params must be a group of keys');
});

test('its server is known before the action starts, so the tool is no template', () => {
  const written = (tool: string) => ({ do: [{ type: 'mcp_tool_call', tool }] });
  const fields = action.fields.parse(written('files.read_file'));
  expect(action.servers?.(fields)).toEqual(['files']);
  for (const wrong of ['${server}.read', 'files.${tool}', 'files', '.read', 'files.']) {
    expect(action.fields.safeParse(written(wrong)).error?.issues[0]?.message).toBe(
      'must be a server and one of its tools, like files.read_file',
    );
  }
});
