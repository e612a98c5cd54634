import { expect, test } from 'vitest';
import { workingContext } from '../testing/nodes/node-context.ts';
import type { ArtifactInput, ToolResult } from './contract/node-context.ts';
import { tool } from './tool.ts';

async function called(answer: Partial<ToolResult>) {
  const calls: unknown[] = [];
  const saved: ArtifactInput[] = [];
  const ctx = workingContext({
    callTool: async (...call) => {
      calls.push(call);
      return { isError: false, content: [], ...answer };
    },
    saveArtifact: async (input) => {
      saved.push(input);
      return { id: 'a1', name: input.name, type: input.type ?? '', size: 1, sha256: '' };
    },
  });
  const fields = tool.fields.parse({ server: 'files', tool: 'shot', arguments: { path: 'x' } });
  return { outcome: await tool.execute?.(fields, ctx), calls, saved };
}

test('one call of one tool with its arguments; the server must be approved first', async () => {
  const { calls } = await called({});
  expect(calls).toEqual([['files', 'shot', { path: 'x' }]]);
  expect(tool.servers?.(tool.fields.parse({ server: 'files', tool: 'shot' }))).toEqual(['files']);
});

test('text comes back as text, and as a value when it is JSON', async () => {
  const words = await called({
    content: [
      { type: 'text', text: 'two' },
      { type: 'text', text: 'lines' },
    ],
  });
  expect(words.outcome).toEqual({ ok: true, result: 'two\nlines' });
  const json = await called({ content: [{ type: 'text', text: '{"n":1}' }] });
  expect(json.outcome).toMatchObject({ result: { n: 1 } });
});

test('a structured answer wins over the text', async () => {
  const { outcome } = await called({ content: [{ type: 'text', text: 'words' }], structured: { n: 2 } });
  expect(outcome).toMatchObject({ result: { n: 2 } });
});

test('images become artifacts, numbered, with the ending of their type', async () => {
  const { outcome, saved } = await called({
    content: [
      { type: 'image', data: btoa('one'), mimeType: 'image/png' },
      { type: 'image', data: btoa('two'), mimeType: 'image/odd' },
    ],
  });
  expect(saved.map(({ name, type }) => [name, type])).toEqual([
    ['shot-1.png', 'image/png'],
    ['shot-2.bin', 'image/odd'],
  ]);
  expect(saved[0]?.bytes).toEqual(new TextEncoder().encode('one'));
  expect(outcome).toMatchObject({ ok: true });
});

test('an answer marked as an error is a failure with the tool’s own words', async () => {
  const { outcome } = await called({ isError: true, content: [{ type: 'text', text: 'no such window' }] });
  expect(outcome).toMatchObject({
    ok: false,
    error: { code: 'tool_error', message: 'files.shot answered with an error: no such window' },
  });
});
