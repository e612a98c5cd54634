import { afterEach, beforeEach, expect, test } from 'vitest';
import { mailPart, startSmtpServer } from '../../../e2e/fakes/smtp-server.ts';
import { linkActor } from '../../people/actor.ts';
import { findGateLink, linkVoice, listGateLinks } from '../../people/gate-links.ts';
import { addPeople, somebody, tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { eventsOf, startNodes, whenAsked } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { sendGateLink } from './send-gate-link.ts';

let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let engine: ScratchEngine;
const ann = somebody('ann', { role: 'operator', email: 'ann@example.org' });
const bob = somebody('bob', { role: 'operator' });

beforeEach(async () => {
  smtp = await startSmtpServer();
  engine = await startScratchEngine({ GATEHOUSE_SMTP_URL: smtp.url, GATEHOUSE_MAIL_FROM: 'gatehouse@example.org' });
  await addPeople(house, ann, bob);
});
afterEach(async () => {
  await engine.stop();
  await smtp.stop();
});

async function ask() {
  const runId = await startNodes({ sure: { type: 'gate', kind: 'approval', message: 'Sure?' } });
  const { id: gateId } = await whenAsked(runId);
  return { runId, gateId, actor: tester, base: 'https://gatehouse.example.org' };
}

test.each([
  ['a person by name', 'ann', 'ann@example.org', 'ann'],
  ['an address', 'Guest@example.net', 'guest@example.net', 'mailto:guest@example.net'],
])(
  'a link that the console mails counts as its recipient, and only the mail has it: %s',
  async (_, to, address, voice) => {
    const gate = await ask();
    const link = await sendGateLink(house, { ...gate, to });
    expect(JSON.stringify(link)).not.toContain('/g/');
    expect(link).toMatchObject({ delivered: true });
    const [mail] = await smtp.until(({ length }) => length === 1);
    expect(mail?.to).toEqual([address]);
    const text = mail ? mailPart(mail, 'text/plain') : '';
    expect(text).toContain('Sure?');
    const found = await findGateLink(house, /\/g\/(\S+)/.exec(text)?.[1]);
    if (!found) throw new Error('the mailed link is not there');
    await answerGate(house, { ...gate, option: 'yes', actor: linkActor('A', found.id, await linkVoice(house, found)) });
    const [given] = await eventsOf(gate.runId, 'gate_answered');
    expect(given?.data.answer).toMatchObject({ person: voice });
    const { entries } = await house.store.pageOfAudit({ act: 'link.made', limit: 9 });
    expect(entries).toMatchObject([{ details: { to: voice.replace('mailto:', ''), delivered: true } }]);
  },
);

test('a link that could not be mailed is taken back, and it is said why', async () => {
  const gate = await ask();
  smtp.refuseNext();
  await expect(sendGateLink(house, { ...gate, to: 'ann' })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('could not be mailed to ann@example.org'),
  });
  const { links } = await listGateLinks(house, gate);
  expect(links).toMatchObject([{ revoked_at: expect.any(String) }]);
});

test('nothing is made for who has no address, for nobody, or where no mail is sent', async () => {
  const gate = await ask();
  const sendTo = (to?: string) => sendGateLink(house, { ...gate, to });
  await expect(sendTo('bob')).rejects.toMatchObject({ message: 'bob has no mail address; write one.' });
  await expect(sendTo('nobody')).rejects.toMatchObject({ code: 'bad_request' });
  await expect(sendTo()).rejects.toMatchObject({ message: expect.stringContaining('to whom') });
  await engine.restart({ GATEHOUSE_SMTP_URL: '', GATEHOUSE_MAIL_FROM: '' });
  await expect(sendTo('ann')).rejects.toMatchObject({ message: expect.stringContaining('GATEHOUSE_SMTP_URL') });
  expect((await listGateLinks(house, gate)).links).toEqual([]);
});
