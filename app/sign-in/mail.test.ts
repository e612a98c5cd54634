import { afterEach, beforeEach, expect, test } from 'vitest';
import { addPeople, somebody } from '#lib/testing/actors.ts';
import { openScratchConsole, type ScratchConsole } from '#lib/testing/scratch-console.ts';
import { mailPart, startSmtpServer } from '../../e2e/fakes/smtp-server.ts';
import { house } from '../../lib/testing/house.ts';
import { GET, POST } from './route.ts';

let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let scratch: ScratchConsole;
const ann = somebody('ann', { role: 'operator', email: 'ann@example.org' });
const gone = somebody('gone', { email: 'gone@example.org' });

beforeEach(async () => {
  smtp = await startSmtpServer();
  scratch = await openScratchConsole({ GATEHOUSE_SMTP_URL: smtp.url, GATEHOUSE_MAIL_FROM: 'gatehouse@example.org' });
  await addPeople(house, ann, gone);
  await house.store.changePerson('gone', { closedAt: '2026-11-16T12:00:00.000Z' });
});
afterEach(async () => {
  await scratch.close();
  await smtp.stop();
});

const own = { host: 'localhost:3000', origin: 'http://localhost:3000' };
const context = { params: Promise.resolve({}) };
const page = async () =>
  (await GET(new Request('http://localhost:3000/sign-in?next=/gates', { headers: own }), context)).text();

function post(fields: Record<string, string>, address = '203.0.113.7') {
  const headers = { ...own, 'content-type': 'application/x-www-form-urlencoded', 'x-gatehouse-address': address };
  const body = new URLSearchParams(fields).toString();
  return POST(new Request('http://localhost:3000/sign-in', { method: 'POST', body, headers }), context);
}

test('an account’s address gets a link that signs in once, and how is on record', async () => {
  expect(await page()).toContain('Send me a link');
  expect((await post({ email: ' Ann@Example.org ', next: '/gates' })).status).toBe(200);
  const [mail] = await smtp.until(({ length }) => length === 1);
  expect(mail?.to).toEqual(['ann@example.org']);
  const url = new URL(/http\S+/.exec(mail ? mailPart(mail, 'text/plain') : '')?.[0] ?? '');
  expect(url.searchParams.get('next')).toBe('/gates');
  const link = url.searchParams.get('token') as string;
  const signedIn = await post({ link, next: '/gates' });
  expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/gates']);
  expect(await house.store.listSessions('ann')).toMatchObject([{ wayIn: 'mail', address: '203.0.113.7' }]);
  expect((await post({ link })).status).toBe(401);
  const { entries } = await house.store.pageOfAudit({ limit: 10, act: 'sign_in_link.made' });
  expect(entries).toMatchObject([{ subject: 'ann', who: { via: 'mail', address: '203.0.113.7' } }]);
});

test('the answer is the same whether or not there is such an account, and only an open one gets a mail', async () => {
  const answers = [];
  for (const email of ['nobody@example.org', 'gone@example.org', 'ann@example.org']) {
    const response = await post({ email });
    answers.push([response.status, await response.text()]);
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  await smtp.until(({ length }) => length >= 1);
  expect(smtp.mails.map(({ to }) => to)).toEqual([['ann@example.org']]);
});

test('how often one may ask is limited, for each asker and for each mailbox, known or not', async () => {
  for (const email of ['ann@example.org', 'nobody@example.org']) {
    for (let asked = 0; asked < 10; asked++) {
      expect((await post({ email }, `198.51.100.${asked}`)).status).toBe(200);
    }
    expect((await post({ email }, '198.51.100.99')).status).toBe(429);
  }
  for (let asked = 0; asked < 10; asked++) {
    expect((await post({ email: `a${asked}@example.org` }, '192.0.2.1')).status).toBe(200);
  }
  expect((await post({ email: 'b@example.org' }, '192.0.2.1')).status).toBe(429);
  await smtp.until(({ length }) => length === 10);
});

test('where no mail is sent, it is not offered, and asking for it says what to set', async () => {
  await scratch.close();
  scratch = await openScratchConsole();
  expect(await page()).not.toContain('Send me a link');
  const refused = await post({ email: 'ann@example.org' });
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('GATEHOUSE_SMTP_URL')]);
});
