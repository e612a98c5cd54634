// What a page costs a reader far away: the bytes on the wire, with nothing kept from before.
import { weighPage } from '#lib/bench/pages/weigh-page.ts';
import { createLink, expectStatus, openGate, startRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

const source = `gatehouse: 1
name: Long
nodes:
  again: { type: loop, body: step, done: over, max: 2500 }
  step: { type: action, do: [{ type: set_state, field: computed.n, value: "number \${loop.index}" }], max_visits: 9000 }
  back: { type: end_loop, loop: again, max_visits: 9000 }
  over: { type: end }
`;
const tabs = ['timeline', 'graph', 'logs', 'trace', 'artifacts', 'state'];

test('a run brings at most 250 KB of scripts whatever is looked at, one of 20,000 events at most 150 KB of HTML, and a gate link at most 20 KB in all', async ({
  gatehouse,
  page,
}) => {
  const runId = await startRun(gatehouse, 'hello-gates');
  const gate = await openGate(gatehouse, runId, 'review');
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source });
  await expectStatus(gatehouse, body.id, 'completed');
  await gatehouse.signIn(page);
  for (const tab of tabs) {
    const { script } = await weighPage(page, `${gatehouse.address}/runs/${runId}?tab=${tab}&node=collect`);
    expect(script, `scripts of ${tab}`).toBeGreaterThan(100_000);
    expect(script, `scripts of ${tab}`).toBeLessThanOrEqual(250_000);
    const { html } = await weighPage(page, `${gatehouse.address}/runs/${body.id}?tab=${tab}`);
    expect(html, `HTML of ${tab}`).toBeLessThanOrEqual(150_000);
  }
  const { html, script } = await weighPage(page, await createLink(gatehouse, gate));
  expect(html + script).toBeGreaterThan(1_000);
  expect(html + script).toBeLessThanOrEqual(20_000);
});
