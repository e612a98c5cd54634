import { type ModelServer, startModelServer } from './fakes/model-server.ts';
import { gateOf, rowOf, statusOf, tabOf } from './fixtures/run-page.ts';
import { openGate, readEvents, startRun } from './fixtures/runs.ts';
import { test as base, expect } from './fixtures/test.ts';

const test = base.extend<{ model: ModelServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from this pattern
  model: async ({}, use) => {
    const model = await startModelServer();
    await use(model);
    await model.stop();
  },
  consoleEnv: async ({ model }, use) => {
    await use({ ...model.env, GATEHOUSE_PRICES: 'fake-model=2/10' });
  },
});

const written = { path: 'notes.md', content: 'Gates can be answered \u202efrom a link' };

test('a tool call is shown exactly as it is, can be changed, and runs as it was allowed', async ({
  gatehouse,
  model,
  page,
}) => {
  model.answerWith([
    { calls: [{ name: 'write_file', arguments: written }], usage: { input: 1200, output: 300 } },
    { text: 'The notes are written.', usage: { input: 1600, output: 90 } },
  ]);
  const runId = await startRun(gatehouse, 'model-draft');
  await openGate(gatehouse, runId, 'draft');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}`);
  const gate = gateOf(page, /^Needs you: Draft the notes wants to call write_file/);
  await expect(gate).toContainText('a tool call wants approval');
  await expect(gate.getByRole('button', { name: 'Share link' })).toHaveCount(0);

  const form = gate.getByRole('textbox', { name: 'Arguments' });
  await expect(form).toHaveValue(/answered \\u202efrom a link/);
  await form.fill('{ "path": "notes.md", ');
  await gate.getByRole('button', { name: 'Allow' }).click();
  await expect(form).toHaveAccessibleDescription(/Arguments is not JSON/);
  await expect(form).toBeFocused();
  await form.fill('{ "path": "notes.md", "content": "Gates can be answered from a link" }');
  await gate.getByRole('button', { name: 'Allow' }).click();

  await expect(statusOf(page)).toContainText('Completed, checks failed');
  const events = await readEvents(gatehouse, runId);
  const call = events.find(({ type }) => type === 'tool_call');
  expect(call?.data).toMatchObject({ arguments: { content: 'Gates can be answered from a link' } });

  await rowOf(page, 'fake-model').click();
  const details = page.getByRole('complementary', { name: 'Details of Draft the notes' });
  await expect(details).toContainText('2,800 in · 390 out');
  await expect(details).toContainText('$0.0095');
  await expect(details).toContainText('draft.md');
  const checks = details.getByRole('listitem').filter({ hasText: 'was said' });
  await expect(checks.filter({ hasText: 'Something' }).getByRole('img', { name: 'passed' })).toBeVisible();
  await expect(checks.filter({ hasText: 'Much' }).getByRole('img', { name: 'failed' })).toBeVisible();

  await details.getByRole('link', { name: 'Conversation' }).click();
  await expect(details.getByRole('article', { name: 'Prompt' })).toContainText('Write notes.md');
  const shown = details.getByRole('article', { name: 'Call of write_file' });
  await expect(shown).toContainText('Gates can be answered ⟨U+202E⟩from a link');
  await expect(shown).toContainText(/owner\s*allowed it with/);

  await tabOf(page, /Trace/).click();
  await expect(page.getByRole('log')).toContainText('owner answered “Allow”');
});

test('a denied call is not made, whatever stands in its form', async ({ gatehouse, model, page }) => {
  model.answerWith([{ calls: [{ name: 'write_file', arguments: written }] }, { text: 'Then not.' }]);
  const runId = await startRun(gatehouse, 'model-draft');
  await openGate(gatehouse, runId, 'draft');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}`);
  const gate = gateOf(page, /^Needs you: Draft the notes wants to call write_file/);
  await gate.getByRole('textbox', { name: 'Arguments' }).fill('{');
  await gate.getByRole('button', { name: 'Deny' }).click();
  await expect(statusOf(page)).toContainText('Completed');
  const events = await readEvents(gatehouse, runId);
  expect(events.some(({ type }) => type === 'tool_call')).toBe(false);
});
