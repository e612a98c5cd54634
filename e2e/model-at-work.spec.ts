// A model works in a run: its words come live, and what it wants to execute waits for a person who may change it. All that
// was said stands in order, with what each call cost.
import { type ModelServer, startModelServer } from './fakes/model-server.ts';
import { checkPage } from './fixtures/check-page.ts';
import { startConsole } from './fixtures/console.ts';
import { gateOf, statusOf, tabOf } from './fixtures/run-page.ts';
import { expectStatus, readEvents, readRun, startRun } from './fixtures/runs.ts';
import { test as base, expect } from './fixtures/test.ts';

const test = base.extend<{ model: ModelServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from this pattern
  model: async ({}, use) => {
    const model = await startModelServer();
    await use(model);
    await model.stop();
  },
  gatehouse: async ({ model }, use) => {
    const gatehouse = await startConsole({ ...model.env, GATEHOUSE_PRICES: 'fake-model=1/2' });
    try {
      await use(gatehouse);
      await gatehouse.stop();
    } finally {
      gatehouse.remove();
    }
  },
});

test('a person changes what a model wants to run, and the run ends with the model’s verdict', async ({
  gatehouse,
  model,
  page,
}) => {
  const more = Promise.withResolvers<void>();
  model.answerWith([
    {
      text: 'I will write the greeting first.',
      calls: [{ name: 'write_file', arguments: { path: 'greeting.txt', content: 'good day' } }],
    },
    { text: 'Now I look at it.', calls: [{ name: 'run_command', arguments: { argv: ['rm', 'greeting.txt'] } }] },
    { text: 'The greeting is there.\n{"result": "pass", "seen": "good day"}', hold: more.promise },
  ]);
  const runId = await startRun(gatehouse, 'model-at-work');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}`);
  const ask = gateOf(page, 'greet wants to call run_command. Allow it?');
  const args = ask.getByLabel('Arguments');
  await expect(args).toHaveValue(/"rm"/);
  await expect(ask.getByRole('button', { name: 'Share link' })).toHaveCount(0);
  await args.fill('{"argv": ["cat", "greeting.txt"]}');
  await ask.getByRole('button', { name: 'Allow' }).click();

  await tabOf(page, /^Trace/).click();
  await expect(page.getByRole('main')).toContainText('The gre');
  await page.goto(`${gatehouse.address}/runs/${runId}?node=greet&pane=conversation`);
  const said = page.getByRole('list', { name: 'Conversation' }).locator('> li');
  await expect(said.last()).toContainText('not finished');
  more.resolve();
  await expect(statusOf(page).first()).toContainText('Completed');
  await expect(said.last()).toContainText('The greeting is there.');
  const headings = ['Instructions', 'Prompt', 'fake-model', 'fake-model', 'fake-model'];
  await expect(said.locator('> article > h3 > span:first-of-type')).toHaveText(headings);
  await expect(said.nth(2)).toContainText('I will write the greeting first.');
  await expect(said.nth(2).getByRole('article', { name: 'Call of write_file' })).toContainText('answered');
  const command = said.nth(3).getByRole('article', { name: 'Call of run_command' });
  await expect(command).toContainText(/owner\s*allowed it with/);
  await expect(command).toContainText('good day');
  await expect(said.nth(4)).toContainText('11 → 7 · <$0.0001');
  await expect(page.getByRole('complementary', { name: 'Details of greet' })).toContainText('33 tokens in · 21 out');
  await checkPage(page);
  await said
    .nth(2)
    .getByRole('link', { name: /^Event \d+$/ })
    .first()
    .click();
  await expect(page.getByRole('complementary', { name: /^Event \d+$/ })).toContainText('model_call');
  expect((await readRun(gatehouse, runId)).message).toBe('pass: good day');
  const told = model.asked.at(-1)?.messages.at(-1)?.content;
  expect(told).toContain('exit code 0\ngood day');
  const spent = (await readEvents(gatehouse, runId)).filter(({ type }) => type === 'model_call');
  expect(spent).toHaveLength(3);
});

test('two runs are compared by what the models of each step used and cost', async ({ gatehouse, model, page }) => {
  const source = 'gatehouse: 1\nname: Spent\nnodes:\n  think: { type: ai, prompt: Say something }\n';
  model.answerWith([{ text: 'Short.' }, { text: 'Long.', usage: { input: 2000, output: 1000 } }]);
  const started = async () => {
    const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source });
    await expectStatus(gatehouse, body.id, 'completed');
    return body.id;
  };
  const [first, second] = [await started(), await started()];
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${first}/compare?with=${second}`);
  const step = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'think' }) });
  await expect(step.getByRole('cell').nth(0)).toHaveText(/18 tokens, <\$0\.0001$/);
  await expect(step.getByRole('cell').nth(1)).toHaveText(/3,000 tokens, \$0\.0040$/);
  await expect(step.getByRole('cell').nth(2)).toHaveText(/\+\$0\.0040$/);
});
