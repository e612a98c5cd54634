import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { GateView } from '#lib/runs/views.ts';
import { scratchGate } from '#lib/testing/scratch-gate.ts';
import { GateEvidence } from './gate-evidence.tsx';

test('D2 what is too long to show has a link to all of it', () => {
  const value = { $value: 'a'.repeat(64), bytes: 200_000, kind: 'text', length: 200_000, preview: 'x' };
  const show = [
    { label: 'The first 64000 of 200000 characters', text: 'x', artifact: null, value },
    { label: null, text: 'short', artifact: null },
  ];
  const gate = { ...scratchGate, run: 'run-1', show } as unknown as GateView;
  const html = renderToStaticMarkup(<GateEvidence gate={gate} artifacts={[]} onOpenImage={() => {}} />);
  expect(html.match(/<a [^>]*>/g)).toEqual([expect.stringContaining(`/api/runs/run-1/values/${'a'.repeat(64)}`)]);
  expect(html).toContain('Download all of it (196 KB)');
});
