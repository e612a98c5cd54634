import { expect, test } from 'vitest';
import type { InboxGate, RunSummary, WorkflowSummary } from '#lib/runs/views.ts';
import { type Found, paletteEntries, runsTyped } from './palette-entries.ts';

const run = { id: 'ab12cd34', name: 'Hello gates', status: 'waiting' } as RunSummary;
const workflow = { workflow: 'hello-gates', name: 'Hello gates', version: '1', ok: true } as WorkflowSummary;
const gate = { id: 'g1', run: 'ab12cd34', message: 'Is it right?', run_name: 'Hello gates', node_name: 'review' };
const looked = {
  id: 'r1',
  nodes: [{ id: 'draft', name: 'Write the draft', type: 'ai' }],
  buttons: [
    { value: 'pause', label: 'Pause', title: null, when: [] },
    { value: 'cancel', label: 'Cancel the run', title: null, when: [] },
  ],
  retryHref: null,
};
const none: Found = { runs: [], workflows: [], gates: [], run: null };

test('U19 what is typed is asked of the server: a status by that name, everything else as words', () => {
  expect(runsTyped('')).toEqual({});
  expect(runsTyped(' #ab12  Hello ')).toEqual({ q: 'ab12 hello' });
  expect(runsTyped('hello failed')).toEqual({ status: 'failed', q: 'hello' });
});

test('U19 the runs that were found come before the offer to start another', () => {
  const found = paletteEntries('hello', { ...none, runs: [run], workflows: [workflow] });
  expect(found.map(({ group }) => group)).toEqual(['Runs', 'Start', 'Workflows']);
});

test('gates that wait for the reader lead to their answer', () => {
  const [entry] = paletteEntries('answer right', { ...none, gates: [gate as InboxGate] });
  expect(entry).toMatchObject({ group: 'Waiting for you', does: { href: '/runs/ab12cd34#gate' } });
});

test('on a run there are its nodes and what can be done to it; cancelling is asked about first', () => {
  expect(paletteEntries('draft', { ...none, run: looked })).toMatchObject([{ does: { href: '/runs/r1?node=draft' } }]);
  expect(paletteEntries('pause', { ...none, run: looked })).toMatchObject([
    { does: { verb: 'pause', question: null } },
  ]);
  expect(paletteEntries('cancel', { ...none, run: looked })).toMatchObject([
    { does: { verb: 'cancel', question: expect.stringContaining('Cancel this run?') } },
  ]);
});

test('the look can be changed and places be gone to', () => {
  expect(paletteEntries('dark', none)).toMatchObject([{ does: { kind: 'theme', theme: 'dark' } }]);
  expect(paletteEntries('settings', none)).toMatchObject([{ does: { href: '/settings' } }]);
});
