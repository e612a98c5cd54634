// Mail scanners, chat previews and forgotten tabs open links: none of that may decide anything or use a link up.
import { createLink, openGate, readEvents, readRun, startRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

const scanners = [
  'Mozilla/5.0 (compatible; MSOffice-SafeLinks/1.0)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'facebookexternalhit/1.1',
  'WhatsApp/2.23.20.0',
  'Mozilla/5.0 (compatible; Barracuda Sentinel)',
];

test('a gate link opened 200 times by scanners and left open in a browser decides nothing; a click does', async ({
  gatehouse,
  visitors,
}) => {
  const runId = await startRun(gatehouse, 'two-questions');
  const gate = await openGate(gatehouse, runId, 'first');
  const url = await createLink(gatehouse, gate);
  const before = await readEvents(gatehouse, runId);
  const visitor = await (await visitors.visit()).newPage();
  await visitor.goto(url);
  await visitor.keyboard.press('Enter');

  const visits = Array.from({ length: 200 }, (_, index) =>
    fetch(url, {
      method: index % 2 === 0 ? 'GET' : 'HEAD',
      headers: { 'user-agent': scanners[index % scanners.length] as string, purpose: 'prefetch' },
    }),
  );
  const answers = await Promise.all(visits);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await readEvents(gatehouse, runId)).toEqual(before);
  expect((await readRun(gatehouse, runId)).gates).toEqual([gate]);
  const links = await gatehouse.api<{ links: object[] }>('GET', `/api/runs/${runId}/gates/${gate.id}/links`);
  expect(links.body.links).toEqual([expect.objectContaining({ name: 'A colleague', revoked_at: null })]);

  await visitor.getByLabel('Your name').fill('Ines');
  await visitor.keyboard.press('Enter');
  expect((await readRun(gatehouse, runId)).gates).toEqual([gate]);
  await visitor.getByRole('button', { name: /Approve/ }).click();
  await expect(visitor.getByRole('main')).toContainText('You answered at');
  const answered = (await readRun(gatehouse, runId)).gates.find(({ id }) => id === gate.id);
  expect(answered).toMatchObject({ status: 'answered', answer: { option: 'yes', by: 'Ines' } });
});
