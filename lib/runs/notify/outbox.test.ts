import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mailPart, startSmtpServer } from '../../../e2e/fakes/smtp-server.ts';
import { type Received, startWebhookReceiver } from '../../../e2e/fakes/webhook-receiver.ts';
import { findGateLink } from '../../people/gate-links.ts';
import type { DeliveryRecord } from '../../store/contract/deliveries.ts';
import { tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { startNodes, whenAsked, whenEvent, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { webhookAt } from './chat-message.ts';

const secret = 'a secret of the tests';
const question = {
  type: 'gate',
  kind: 'question',
  message: 'Publish **now**?',
  options: [
    { id: 'yes', label: 'Publish', description: 'Pushes the release' },
    { id: 'no', label: 'Not yet' },
  ],
  on: { yes: 'done', no: 'stop' },
};
const ends = { done: { type: 'end' }, stop: { type: 'end', outcome: 'cancelled' } };

let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let engine: ScratchEngine | null = null;

beforeEach(async () => {
  [receiver, smtp] = await Promise.all([startWebhookReceiver({ secret }), startSmtpServer()]);
});
afterEach(async () => {
  await engine?.stop();
  engine = null;
  await Promise.all([receiver.stop(), smtp.stop()]);
});

async function startWith(settings: { webhook?: boolean; mail?: boolean }, env: Record<string, string> = {}) {
  engine = await startScratchEngine({
    GATEHOUSE_URL: 'https://gatehouse.example.org',
    ...(settings.webhook ? { GATEHOUSE_WEBHOOK_URL: receiver.url, GATEHOUSE_WEBHOOK_SECRET: secret } : {}),
    ...(settings.mail ? { GATEHOUSE_SMTP_URL: smtp.url, GATEHOUSE_MAIL_FROM: 'gatehouse@example.org' } : {}),
    ...env,
  });
  return engine;
}

async function untilDeliveries(isSo: (rows: DeliveryRecord[]) => boolean): Promise<DeliveryRecord[]> {
  for (;;) {
    const rows = await house.store.listDeliveries({ limit: 100 });
    if (isSo(rows)) return rows;
    await nextTurn();
  }
}

const allSent = (count: number) => (rows: DeliveryRecord[]) =>
  rows.length === count && rows.every(({ status }) => status === 'sent');
const tokenOf = (url: unknown) => String(url).split('/g/')[1];
const gateOf = ({ body }: Received) => body.gate as Record<string, unknown> & { link: { url: string } | null };

test('an opened gate goes out as a signed webhook that says what is asked, what each answer leads to, and where to answer', async () => {
  await startWith({ webhook: true });
  const runId = await startNodes({ ask: { ...question, expires: { after: '2d', then: 'no' } }, ...ends });
  const gate = await whenAsked(runId);
  const [first] = await receiver.until(({ length }) => length === 1);
  expect(first).toMatchObject({
    isSigned: true,
    body: {
      event: 'gate_opened',
      node: 'ask',
      run: { id: runId, name: 'Scratch', url: `https://gatehouse.example.org/runs/${runId}` },
      gate: {
        id: gate.id,
        message: 'Publish **now**?',
        status: 'open',
        expires_at: gate.expires_at,
        expires_then: 'no',
      },
    },
  });
  expect(first?.body.delivery).toBe(first?.id);
  expect(Math.abs(Date.now() / 1000 - (first?.timestamp ?? 0))).toBeLessThan(300);
  expect(gateOf(first as Received).options).toMatchObject([
    { id: 'yes', label: 'Publish', description: 'Pushes the release', leads_to: expect.stringContaining('done') },
    { id: 'no', label: 'Not yet', leads_to: expect.stringContaining('stop') },
  ]);
  const link = await findGateLink(house, tokenOf(gateOf(first as Received).link?.url));
  expect(link).toMatchObject({ run: runId, gate: gate.id, name: `127.0.0.1:${receiver.port}` });
});

test('Slack and Teams get a message in their format, with a link where one may answer by link', async () => {
  const urls = ['slack', 'teams'].map((chat) => `${chat}+${receiver.url}`).join();
  await startWith({ webhook: true }, { GATEHOUSE_WEBHOOK_URL: urls });
  await startNodes({ ask: { ...question, message: 'Publish <!channel> [now](http://evil.example)?' }, ...ends });
  const received = await receiver.until(({ length }) => length === 2);
  const slack = received.find(({ body }) => 'blocks' in body)?.body;
  const teams = received.find(({ body }) => body.type === 'message')?.body;
  const link = expect.stringMatching(/^https:\/\/gatehouse\.example\.org\/g\//);
  expect(slack).toMatchObject({
    text: 'Scratch asks',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'Scratch asks' } },
      {
        type: 'section',
        text: { type: 'plain_text', text: expect.stringMatching(/^Publish <!channel>.*• Publish · /s) },
      },
      { type: 'actions', elements: [{ type: 'button', text: { text: 'Answer' }, url: link }] },
      { type: 'context', elements: [{ type: 'plain_text', text: expect.stringContaining('No account is needed') }] },
    ],
  });
  const content = { type: 'AdaptiveCard', actions: [{ type: 'Action.OpenUrl', title: 'Answer', url: link }] };
  expect(teams?.attachments).toMatchObject([{ contentType: 'application/vnd.microsoft.card.adaptive', content }]);
  expect(JSON.stringify(teams)).toContain('[now](http://evil.example)?');
  expect(JSON.stringify(teams)).not.toContain('"TextBlock"');
});

test('where a gate must know who answers, a chat is sent to the console', async () => {
  const urls = ['slack', 'teams'].map((chat) => `${chat}+${receiver.url}`).join();
  await startWith({ webhook: true }, { GATEHOUSE_WEBHOOK_URL: urls });
  const runId = await startNodes({ ask: { ...question, identity: 'account' }, ...ends });
  for (const { body } of await receiver.until(({ length }) => length === 2)) {
    const text = JSON.stringify(body);
    expect(text).toContain('Answer in the console');
    expect(text).toContain(`https://gatehouse.example.org/runs/${runId}`);
    expect(text).not.toContain('/g/');
  }
});

test.each([
  ['https://hooks.slack.com/services/a', 'slack'],
  ['https://team.webhook.office.com/webhookb2/a', 'teams'],
  ['https://hooks.slack.com.evil.example/a', null],
  ['https://example.org/hook', null],
])('a chat is known by its host: %s', (target, chat) => {
  expect(webhookAt(target)).toEqual({ url: target, chat });
});

test('a gate that nobody answered and the failure of its run are told, each once', async () => {
  await startWith({ webhook: true });
  const runId = await startNodes({
    ask: { ...question, expires: { after: '200ms', then: 'no' }, on: { yes: 'done', no: 'broken' } },
    done: { type: 'end' },
    broken: { type: 'end', outcome: 'failure', message: 'It went wrong' },
  });
  await whenStatus(runId, 'failed');
  await untilDeliveries(allSent(3));
  const { received } = receiver;
  expect(received.map(({ body }) => body.event)).toEqual(['gate_opened', 'gate_expired', 'run_failed']);
  expect(received.every(({ isSigned }) => isSigned)).toBe(true);
  expect(new Set(received.map(({ id }) => id)).size).toBe(3);
  expect(gateOf(received[1] as Received)).toMatchObject({ status: 'answered', link: null });
  expect(received[2]?.body).toMatchObject({ message: 'It went wrong', gate: null });
});

test('each reminder is told, with a link of its own', async () => {
  await startWith({ webhook: true });
  await startNodes({ ask: { ...question, remind: '200ms' }, ...ends });
  const [opened, ...reminders] = await receiver.until(({ length }) => length >= 3);
  expect(reminders.map(({ body }) => body.event)).toEqual(reminders.map(() => 'gate_reminded'));
  const links = [opened, ...reminders].map((one) => gateOf(one as Received).link?.url);
  expect(new Set(links).size).toBe(links.length);
});

test('a step that failed for good tells that its run asks for help', async () => {
  await startWith({ webhook: true });
  await startNodes({ work: { type: 'cli', command: ['false'] } });
  const [first] = await receiver.until(({ length }) => length === 1);
  expect(first?.body).toMatchObject({ event: 'gate_opened', node: 'work', gate: { purpose: 'failure' } });
});

test('an information that goes on by itself tells nobody', async () => {
  await startWith({ webhook: true });
  const runId = await startNodes({ tell: { type: 'gate', kind: 'info', message: 'Going on' } });
  await whenStatus(runId, 'completed');
  expect(await house.store.listDeliveries({ limit: 10 })).toEqual([]);
});

test('a receiver that answers 500 gets the same delivery again, with a link that works instead of the first one', async () => {
  await startWith({ webhook: true });
  receiver.answerWith(500);
  await startNodes({ ask: question, ...ends });
  const [first, second] = await receiver.until(({ length }) => length === 2);
  const [row] = await untilDeliveries(allSent(1));
  expect(row).toMatchObject({ attempts: 2, lastError: null });
  expect(second?.id).toBe(first?.id);
  expect(second?.isSigned).toBe(true);
  expect(await findGateLink(house, tokenOf(gateOf(first as Received).link?.url))).toBeNull();
  expect(await findGateLink(house, tokenOf(gateOf(second as Received).link?.url))).not.toBeNull();
});

test('a redirect is a failure and is not followed', async () => {
  await startWith({ webhook: true });
  receiver.answerWith(302);
  await startNodes({ ask: question, ...ends });
  const [row] = await untilDeliveries(([one]) => one?.attempts === 1);
  expect(row).toMatchObject({ status: 'pending', lastError: expect.stringContaining('redirects are not followed') });
  expect(receiver.received).toHaveLength(1);
});

test('the fifth failure is the last one and stays on record', async () => {
  await startWith({ webhook: true });
  receiver.answerWith(500, 500);
  await startNodes({ ask: question, ...ends });
  const [row] = await untilDeliveries(([one]) => one?.attempts === 1);
  await house.store.saveDeliveryAttempt({ ...(row as DeliveryRecord), attempts: 4 });
  const [last] = await untilDeliveries(([one]) => one?.attempts === 5);
  expect(last).toMatchObject({ status: 'failed', lastError: expect.stringContaining('answered 500') });
});

test('what could not be sent before the engine ended is sent by the next one, once', async () => {
  await startWith({ webhook: true });
  await receiver.stop();
  const runId = await startNodes({ ask: question, ...ends });
  await whenAsked(runId);
  await untilDeliveries(([one]) => one?.attempts === 1);
  receiver = await startWebhookReceiver({ secret, port: receiver.port });
  await engine?.restart();
  await untilDeliveries(allSent(1));
  await engine?.restart();
  expect(receiver.received.map(({ body }) => body.event)).toEqual(['gate_opened']);
});

test('a mail goes to the configured address and to assignees that are addresses, and its link opens the gate', async () => {
  await startWith({ mail: true }, { GATEHOUSE_MAIL_TO: 'team@example.org' });
  const runId = await startNodes({ ask: { ...question, assignees: ['lead@example.org', 'release-team'] }, ...ends });
  const gate = await whenAsked(runId);
  const mails = await smtp.until(({ length }) => length === 2);
  expect(mails.flatMap(({ to }) => to).sort()).toEqual(['lead@example.org', 'team@example.org']);
  for (const mail of mails) {
    expect(mail.from).toBe('gatehouse@example.org');
    expect(mail.raw).toMatch(/^Subject: Scratch asks: Publish/m);
    const text = mailPart(mail, 'text/plain');
    expect(text).toContain('- Publish · Pushes the release · goes on to ');
    expect(text).toContain(`https://gatehouse.example.org/runs/${runId}`);
    const token = /\/g\/(\S+)/.exec(text)?.[1];
    expect(await findGateLink(house, token)).toMatchObject({ run: runId, gate: gate.id, name: mail.to[0] });
    expect(mailPart(mail, 'text/html')).toContain(`<a href="https://gatehouse.example.org/g/${token}">`);
    expect(mailPart(mail, 'text/html')).toContain('<strong>now</strong>');
  }
});

test('a mail that the server refused is sent again under the same message id', async () => {
  await startWith({ mail: true }, { GATEHOUSE_MAIL_TO: 'team@example.org' });
  smtp.refuseNext();
  await startNodes({ ask: question, ...ends });
  const [refused] = await untilDeliveries(([one]) => one?.attempts === 1);
  expect(refused?.lastError).toContain('451');
  const [row] = await untilDeliveries(allSent(1));
  expect(smtp.mails).toHaveLength(1);
  expect(smtp.mails[0]?.raw).toContain(`Message-ID: <${row?.id}@gatehouse>`);
});

test('one recipient that does not answer does not hold up another one', async () => {
  await startWith({ webhook: true, mail: true }, { GATEHOUSE_MAIL_TO: 'team@example.org' });
  await receiver.stop();
  await startNodes({ ask: question, ...ends });
  await smtp.until(({ length }) => length === 1);
  receiver = await startWebhookReceiver({ secret, port: receiver.port });
  await untilDeliveries(allSent(2));
});

test('a gate that was answered before its message went out is told as answered, without a link', async () => {
  await startWith({ webhook: true });
  receiver.answerWith(500);
  const runId = await startNodes({ ask: question, ...ends });
  const gate = await whenAsked(runId);
  await untilDeliveries(([one]) => one?.attempts === 1);
  await answerGate(house, { runId, gateId: gate.id, option: 'yes', actor: tester });
  const [, second] = await receiver.until(({ length }) => length === 2);
  expect(gateOf(second as Received)).toMatchObject({ status: 'answered', link: null });
});

test('without a configuration nothing is written and nothing is sent', async () => {
  await startWith({});
  const runId = await startNodes({ ask: { ...question, assignees: ['lead@example.org'] }, ...ends });
  await whenEvent(runId, 'gate_opened');
  expect(house.outbox).toBeNull();
  expect(await house.store.listDeliveries({ limit: 10 })).toEqual([]);
});
