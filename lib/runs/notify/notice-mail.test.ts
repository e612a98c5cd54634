import { expect, test } from 'vitest';
import { scratchGate } from '../../testing/scratch-gate.ts';
import type { Notice } from './notice.ts';
import { noticeMail } from './notice-mail.ts';

const { run: _, answer: __, ...gate } = scratchGate;
const link = { id: 'link-1', url: 'https://gatehouse.example.org/g/token', expires_at: '2026-11-23T12:00:00.000Z' };

const notice = (changes: Partial<Notice> = {}): Notice => ({
  event: 'gate_opened',
  at: '2026-11-16T12:00:00.000Z',
  seq: 4,
  run: { id: 'run-1', workflow: 'release', name: 'Release notes', url: 'https://gatehouse.example.org/runs/run-1' },
  node: 'review',
  message: null,
  gate: { ...gate, link },
  ...changes,
});

test('a question is a mail with its options, its link, its deadline and its run', () => {
  const expires = { expires_at: '2026-11-18T12:00:00.000Z', expires_then: 'no' };
  const { subject, text } = noticeMail(notice({ gate: { ...gate, ...expires, link } }));
  expect(subject).toBe('Release notes asks: Do these notes say what changed?');
  expect(text).toBe(`Release notes asks

Do these notes say what changed?

- Publish · Pushes the release · push
- Write again · draft

Answer: https://gatehouse.example.org/g/token
No account is needed, opening it decides nothing, and it works until 2026-11-23 12:00 UTC.

Run: https://gatehouse.example.org/runs/run-1

If nobody answers by 2026-11-18 12:00 UTC: Write again.
Workflow release, run run-1, node review, 2026-11-16 12:00 UTC
`);
});

test('a failed run says where and why, and asks nothing', () => {
  const { subject, text } = noticeMail(
    notice({ event: 'run_failed', gate: null, node: 'push', message: 'no such remote' }),
  );
  expect(subject).toBe('Release notes failed at push: no such remote');
  expect(text).not.toContain('Answer');
});

test('an expired gate offers nothing to answer', () => {
  const closed = { ...gate, status: 'closed' as const, link: null };
  const { subject, text } = noticeMail(notice({ event: 'gate_expired', gate: closed }));
  expect(subject).toBe('Nobody answered Release notes in time: Do these notes say what changed?');
  expect(text).not.toContain('Publish');
});

test('what a workflow wrote becomes no header, no markup and no link, and hides nothing', () => {
  const message = 'Hi\r\nBcc: all@example.org <img src=x> [here](https://evil.example) \u202egnp';
  const mail = noticeMail(notice({ gate: { ...gate, message, link } }));
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.html).not.toContain('<img');
  expect(mail.html).not.toContain('href="https://evil.example');
  expect(mail.text).toContain('⟨U+202E⟩');
});
