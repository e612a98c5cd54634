import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Providers } from '#app/_client/providers.tsx';
import type { GateView } from '#lib/runs/views.ts';
import { OwnAnswer, SettledGate } from './gate-outcome.tsx';

const gate: GateView = {
  ...{ id: 'g1', run: 'r1', node: 'ask', visit: 1, purpose: 'node', kind: 'approval', slot: 'self' },
  message: 'Publish it?',
  options: [
    { id: 'yes', label: 'Approve', description: null, style: 'primary', leads_to: '' },
    { id: 'no', label: 'Reject', description: null, style: 'danger', leads_to: '' },
  ],
  ...{ fields: [], show: [], assignees: [], opened_at: '', expires_at: null, expires_then: null },
  status: 'open',
  answer: null,
};

function settled(option: string | null, receipt = {}): string {
  const at = '2026-01-01T00:00:00.000Z';
  const answer =
    option === null ? null : { option, values: {}, comment: null, by: 'ann', via: 'session', at, ...receipt };
  return renderToStaticMarkup(
    <Providers now={Date.parse(at)}>
      <SettledGate
        gate={{ ...gate, status: answer ? 'answered' : 'closed', answer }}
        isLate={false}
        onDismiss={() => {}}
      />
    </Providers>,
  );
}

test('U25 a no has no tick, nor has a question that nobody answered', () => {
  expect(settled('yes')).toContain('lucide-circle-check');
  for (const page of [settled('no'), settled(null)]) expect(page).not.toContain('lucide-circle-check');
  expect(settled('no')).toContain('text-failed');
  const own = renderToStaticMarkup(<OwnAnswer gate={gate} option="no" onDismiss={() => {}} />);
  expect(own).not.toContain('lucide-circle-check');
});

test('U25 what is settled is a line: the question, the answer, and nothing that could be answered', () => {
  const page = settled('no');
  expect(page).toContain('Publish it?');
  expect(page).toContain('Reject');
  expect(page).not.toMatch(/<form|<h2|name="option"/);
});

test('an answer says quietly how it was given, what was shown and which key signed it, or that none did', () => {
  const receipt = { address: '192.0.2.7', shown: 'a1b2c3d4e5f6', signature: '0123456789abcdef:sig' };
  const page = settled('yes', receipt);
  for (const fact of ['signed in', '192.0.2.7', 'shown a1b2c3d4', 'signed 01234567']) expect(page).toContain(fact);
  expect(settled('yes')).toContain('not signed');
  expect(settled(null)).not.toContain('signed');
});
