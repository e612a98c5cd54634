import { afterEach, expect, test } from 'vitest';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { startNodes, whenAsked } from '../../testing/scratch-run.ts';
import { readNotifications } from './read-notifications.ts';

let engine: ScratchEngine;
afterEach(() => engine.stop());

test('nobody is told when nothing is configured', async () => {
  engine = await startScratchEngine();
  expect(await readNotifications(house)).toBeNull();
});

test('recipients and last messages are shown without the secrets in their addresses', async () => {
  engine = await startScratchEngine({
    GATEHOUSE_WEBHOOK_URL: 'http://127.0.0.1:9/hunter2',
    GATEHOUSE_WEBHOOK_SECRET: 'hunter2 and more of it',
    GATEHOUSE_SMTP_URL: 'smtp://me:hunter2@127.0.0.1:9',
    GATEHOUSE_MAIL_FROM: 'gatehouse@example.org',
    GATEHOUSE_MAIL_TO: 'team@example.org',
  });
  const runId = await startNodes({ ask: { type: 'gate', kind: 'approval' } });
  await whenAsked(runId);
  const told = await readNotifications(house);
  expect(told).toMatchObject({
    webhooks: ['127.0.0.1:9'],
    mail: { server: '127.0.0.1:9', from: 'gatehouse@example.org', to: ['team@example.org'] },
  });
  expect(told?.deliveries.map(({ recipient, event }) => [recipient, event]).sort()).toEqual([
    ['127.0.0.1:9', 'gate_opened'],
    ['team@example.org', 'gate_opened'],
  ]);
  expect(JSON.stringify(told)).not.toContain('hunter2');
});
