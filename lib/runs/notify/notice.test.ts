import { afterEach, beforeEach, expect, test } from 'vitest';
import { type KeptMail, mailPart, startSmtpServer } from '../../../e2e/fakes/smtp-server.ts';
import { startWebhookReceiver } from '../../../e2e/fakes/webhook-receiver.ts';
import { addPeople, somebody } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { startNodes, whenAsked } from '../../testing/scratch-run.ts';

let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let engine: ScratchEngine;

beforeEach(async () => {
  const secret = 'a secret of the tests';
  [receiver, smtp] = await Promise.all([startWebhookReceiver({ secret }), startSmtpServer()]);
  engine = await startScratchEngine({
    GATEHOUSE_URL: 'https://gatehouse.example.org',
    GATEHOUSE_WEBHOOK_URL: receiver.url,
    GATEHOUSE_WEBHOOK_SECRET: secret,
    GATEHOUSE_SMTP_URL: smtp.url,
    GATEHOUSE_MAIL_FROM: 'gatehouse@example.org',
    GATEHOUSE_MAIL_TO: 'team@example.org',
  });
  await addPeople(house, somebody('ada', { role: 'viewer', email: 'ada@example.org' }));
});
afterEach(async () => {
  await engine.stop();
  await Promise.all([receiver.stop(), smtp.stop()]);
});

/** Who got a link to answer by. */
async function linked(gate: Record<string, unknown>, mails: number): Promise<string[]> {
  await whenAsked(await startNodes({ ask: { type: 'gate', kind: 'approval', message: 'Sure?', ...gate } }));
  const sent = await smtp.until(({ length }) => length === mails);
  const [hook] = await receiver.until(({ length }) => length === 1);
  const hasLink = (mail: KeptMail) => mailPart(mail, 'text/plain').includes('https://gatehouse.example.org/g/');
  const byHook = JSON.stringify(hook?.body).includes('https://gatehouse.example.org/g/') ? ['webhook'] : [];
  for (const mail of sent.filter((one) => !hasLink(one))) {
    expect(mailPart(mail, 'text/plain')).toContain('Sign in to the console to answer.');
  }
  return [...byHook, ...sent.filter(hasLink).flatMap(({ to }) => to)].sort();
}

test('a gate that asks for nobody in particular goes out with a link to everybody who is told', async () => {
  expect(await linked({}, 1)).toEqual(['team@example.org', 'webhook']);
});

test('a gate with assignees goes out with a link only to those whom it asks', async () => {
  expect(await linked({ assignees: ['ada'] }, 2)).toEqual(['ada@example.org']);
});

test.each([
  ['not to a box that it does not ask, whoever reads it', {}, 1, []],
  ['to those whom it asks', { assignees: ['ada', 'team@example.org'] }, 2, ['ada@example.org', 'team@example.org']],
])('a gate that counts persons goes out with a link %s', async (_, asks, mails, links) => {
  expect(await linked({ quorum: 2, ...asks }, mails)).toEqual(links);
});

test('a gate that wants to know who it is goes out without a link', async () => {
  expect(await linked({ identity: 'account', assignees: ['ada'] }, 2)).toEqual([]);
});
