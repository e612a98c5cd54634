import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGateLink, findGateLink } from '#lib/people/gate-links.ts';
import { sendLinkCode, spendLinkCode } from '#lib/people/gate-page/link-code.ts';
import { hashToken } from '#lib/people/secret-token.ts';
import { startRun } from '#lib/runs/start-run.ts';
import { addPeople, somebody, tester } from '#lib/testing/actors.ts';
import { type ScratchEngine, startScratchEngine } from '#lib/testing/scratch-engine.ts';
import { eventsOf, startNodes, whenAsked, whenStatus } from '#lib/testing/scratch-run.ts';
import { mailPart, startSmtpServer } from '../../../e2e/fakes/smtp-server.ts';
import { house } from '../../../lib/testing/house.ts';
import { GET, POST } from './route.ts';

let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let engine: ScratchEngine;
const ann = somebody('ann', { role: 'operator', email: 'ann@example.org' });

beforeAll(async () => {
  smtp = await startSmtpServer();
  engine = await startScratchEngine({ GATEHOUSE_SMTP_URL: smtp.url, GATEHOUSE_MAIL_FROM: 'gatehouse@example.org' });
  await addPeople(house, ann);
});
afterAll(async () => {
  await engine.stop();
  await smtp.stop();
});

const own = { host: 'localhost:3000', origin: 'http://localhost:3000' };
const call = (handler: typeof GET, token: string, init: RequestInit = {}) =>
  handler(new Request(`http://localhost:3000/g/${token}`, { headers: own, ...init }), {
    params: Promise.resolve({ token }),
  });

async function ask(to?: string, gate: Record<string, unknown> = {}) {
  const runId = await startNodes({ sure: { type: 'gate', kind: 'approval', identity: 'code', ...gate } });
  const { id } = await whenAsked(runId);
  const base = 'http://localhost:3000';
  const link = await createGateLink(house, { runId, gateId: id, to, actor: tester, base });
  return { runId, gateId: id, linkId: link.id, token: link.url.split('/g/')[1] as string };
}

async function post(token: string, fields: Record<string, string>) {
  const nonce = /name="nonce" value="([^"]+)"/.exec(await (await call(GET, token)).text())?.[1] ?? '';
  const body = new URLSearchParams({ nonce, ...fields }).toString();
  const headers = { ...own, 'content-type': 'application/x-www-form-urlencoded' };
  return call(POST, token, { method: 'POST', body, headers });
}

const codeMails = () => smtp.mails.filter(({ raw }) => /^Subject: \d{6} is your code/m.test(raw));

/** Asks for a code by the page's own button, and reads it from the mail. */
async function mailedCode(token: string, to: string, typed: Record<string, string> = {}) {
  const before = codeMails().length;
  const page = await post(token, { send: 'code', ...typed });
  await smtp.until(() => codeMails().length > before);
  const mail = codeMails()[before];
  expect(mail?.to).toEqual([to]);
  const code = /^(\d{6})$/m.exec(mail ? mailPart(mail, 'text/plain') : '')?.[1] ?? '';
  return { code, page: await page.text() };
}

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const answers = (token: string, code: string) => post(token, { name: 'Ada', option: 'yes', code });
const stillAsked = async (runId: string) => (await house.store.listGates({ run: runId, status: 'open' })).length === 1;

test('a code that was mailed to the recipient makes the answer theirs, and the receipt says so', async () => {
  const { runId, linkId, token } = await ask('ann@example.org', { assignees: ['ann'] });
  const shown = await (await call(GET, token)).text();
  expect(shown).toContain('mailed to a…@example.org');
  expect(shown).not.toContain('ann@example.org');
  const { code, page } = await mailedCode(token, 'ann@example.org', { name: 'Ann', comment: 'Looks right' });
  expect(page).toContain('A code was mailed to a…@example.org');
  for (const kept of ['value="Ann"', 'Looks right</textarea>']) expect(page).toContain(kept);
  expect(await stillAsked(runId)).toBe(true);
  const answered = await post(token, { name: 'Ann', option: 'yes', code: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect(answered.status).toBe(303);
  await whenStatus(runId, 'completed');
  const [given] = await eventsOf(runId, 'gate_answered');
  expect(given?.data.answer).toMatchObject({ by: 'Ann', person: 'ann', via: `link:${linkId}:code` });
  const cookie = answered.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(await (await call(GET, token, { headers: { ...own, cookie } })).text()).toContain('You answered');
});

test('whoever gives another name than that of the account is told apart from it', async () => {
  const { runId, token } = await ask('ann@example.org', { assignees: ['ann'] });
  const { code } = await mailedCode(token, 'ann@example.org');
  expect((await answers(token, code)).status).toBe(303);
  const [given] = await eventsOf(runId, 'gate_answered');
  expect(given?.data.answer).toMatchObject({ by: 'Ada, as ann', person: 'ann' });
});

test('somebody without an account is the address that the code went to', async () => {
  const { runId, token } = await ask('Guest@Example.net', { assignees: ['guest@example.net'] });
  const { code } = await mailedCode(token, 'guest@example.net');
  expect((await answers(token, code)).status).toBe(303);
  const [given] = await eventsOf(runId, 'gate_answered');
  expect(given?.data.answer).toMatchObject({ person: 'mailto:guest@example.net' });
});

test('no code, a wrong one and one of another link decide nothing, and five tries end a code', async () => {
  const { runId, linkId, token } = await ask('ann@example.org');
  expect((await answers(token, '123456')).status).toBe(422);
  const { code } = await mailedCode(token, 'ann@example.org');
  const foreign = await ask('ann@example.org');
  await mailedCode(foreign.token, 'ann@example.org');
  expect(await (await answers(token, '12 34')).text()).toContain('Type the six digits');
  for (let tries = 1; tries < 5; tries++) {
    expect(await (await answers(token, other(code))).text()).toContain('This is not the code that was mailed last.');
  }
  expect(await (await answers(token, other(code))).text()).toContain('This code does not work any more');
  expect(await (await answers(token, code)).text()).toContain('This code does not work any more');
  expect(await stillAsked(runId)).toBe(true);
  const { entries } = await house.store.pageOfAudit({ act: 'link.code_refused', subject: runId, limit: 20 });
  expect(entries).toMatchObject([{ who: { via: `link:${linkId}:code`, door: 'link' } }]);
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`123456|${code}|${other(code)}`));
  const fresh = await mailedCode(token, 'ann@example.org');
  expect((await answers(token, fresh.code)).status).toBe(303);
});

test('a new code ends the old one, each works for ten minutes and once, whoever is first', async () => {
  const { linkId, token } = await ask('ann@example.org');
  const old = await mailedCode(token, 'ann@example.org');
  const { code } = await mailedCode(token, 'ann@example.org');
  if (old.code !== code) expect(await spendLinkCode(house, linkId, old.code)).toContain('not the code');
  const later = new Date(Date.now() + 10 * 60_000);
  expect(await spendLinkCode(house, linkId, code, later)).toContain('does not work any more');
  const both = await Promise.all([spendLinkCode(house, linkId, code), spendLinkCode(house, linkId, code)]);
  expect(both.filter((problem) => problem === null)).toHaveLength(1);
  expect(await house.store.readLinkCode(linkId)).toMatchObject({ codeHash: null });
});

test('an answer that is refused for something else does not use the code up', async () => {
  const { token } = await ask('ann@example.org');
  const { code } = await mailedCode(token, 'ann@example.org');
  expect((await post(token, { name: 'Ann', option: 'maybe', code })).status).toBe(422);
  expect((await post(token, { name: '', option: 'yes', code })).status).toBe(422);
  expect((await answers(token, code)).status).toBe(303);
});

test('what is kept of a code does not tell it, and after ten codes a link sends no more', async () => {
  const { linkId, token } = await ask('ann@example.org');
  for (let sent = 1; sent <= 10; sent++) {
    const { code } = await mailedCode(token, 'ann@example.org');
    const kept = (await house.store.readLinkCode(linkId))?.codeHash;
    expect([code, hashToken(code)]).not.toContain(kept);
  }
  const before = codeMails().length;
  const refused = await post(token, { send: 'code' });
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain('ask for a new link tomorrow');
  expect(codeMails()).toHaveLength(before);
});

test('all links of a recipient to a gate send ten codes a day together, so that more links are no more guesses', async () => {
  const { runId, gateId, token } = await ask('ann@example.org');
  const another = async (to: string) => {
    const link = await createGateLink(house, { runId, gateId, to, actor: tester, base: 'http://localhost:3000' });
    return { ...link, token: link.url.split('/g/')[1] as string };
  };
  const links = [token, (await another('ann')).token, (await another('Ann@example.org')).token];
  for (let sent = 0; sent < 10; sent++) await mailedCode(links[sent % 3] as string, 'ann@example.org');
  const more = await another('ann');
  for (const one of [...links, more.token]) expect((await post(one, { send: 'code' })).status).toBe(429);
  const guest = await another('guest@example.net');
  await mailedCode(guest.token, 'guest@example.net');
  const link = await findGateLink(house, more.token);
  if (!link) throw new Error('the link is not there');
  const tomorrow = new Date(Date.now() + 86_400_000 + 11 * 60_000);
  expect(await sendLinkCode(house, { link, workflow: 'w', from: '' }, tomorrow)).toBe('ann@example.org');
});

test('a mail that cannot be sent is said, and the page can be sent again', async () => {
  const { token } = await ask('ann@example.org');
  smtp.refuseNext();
  const refused = await post(token, { send: 'code' });
  expect(refused.status).toBe(503);
  expect(await refused.text()).toContain('The code could not be mailed');
  const { code } = await mailedCode(token, 'ann@example.org');
  expect((await answers(token, code)).status).toBe(303);
});

test('a link for anyone cannot answer: there is nobody to send a code to', async () => {
  const { runId, token } = await ask();
  const page = await (await call(GET, token)).text();
  expect(page).toContain('takes a code that is mailed to whom the link is for');
  expect(page).toContain('Answer in the console');
  expect(page).not.toContain('name="code"');
  expect(await stillAsked(runId)).toBe(true);
});

test('a mailed link to a gate that takes a code leads to the page that asks for it', async () => {
  const before = smtp.mails.length;
  await ask('ann@example.org', { assignees: ['ann@example.org'] });
  const [mail] = (await smtp.until((mails) => mails.length > before)).slice(before);
  expect(mail && mailPart(mail, 'text/plain')).toMatch(/Answer: \S+\/g\//);
});

test('a workflow that takes codes does not start where no mail is sent, and says which setting is missing', async () => {
  await engine.restart({ GATEHOUSE_SMTP_URL: '', GATEHOUSE_MAIL_FROM: '' });
  const source = (nodes: string) => `gatehouse: 1\nname: Codes\nversion: 1.0.0\nnodes:\n${nodes}`;
  for (const nodes of [
    '  sure: { type: gate, kind: approval, identity: code }\n',
    '  work: { type: cli, command: [ls], gate: { kind: approval, identity: code } }\n',
  ]) {
    await expect(startRun(house, { source: source(nodes), actor: tester })).rejects.toMatchObject({
      code: 'requirements_failed',
      message: expect.stringMatching(/"(sure|work)".*identity: code.*set GATEHOUSE_SMTP_URL and GATEHOUSE_MAIL_FROM/),
    });
  }
});
