// What the start of a console says about the wall, as whoever starts it reads it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { migrate } from '../../prisma/migrate.mjs';
import { wallTest } from '../testing/clients/wall-test.ts';
import { boot } from './boot.ts';

const holder = globalThis as { __gatehouse?: { shutdown(): Promise<void> } };
const data = mkdtempSync(join(tmpdir(), 'gatehouse-start-'));

afterEach(async () => {
  await holder.__gatehouse?.shutdown();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(data, { recursive: true, force: true });
});

async function saidAtStart(sandbox: string): Promise<string> {
  vi.stubEnv('GATEHOUSE_DATA', data);
  vi.stubEnv('GATEHOUSE_TOKEN', 'scratch-owner-token-0123456789');
  vi.stubEnv('GATEHOUSE_SANDBOX', sandbox);
  migrate(join(data, 'gatehouse.db'));
  const said = vi.spyOn(console, 'warn').mockImplementation(() => {});
  await boot();
  return said.mock.calls.flat().join('\n');
}

test('a console that starts without a wall says what commands can read', async () => {
  expect(await saidAtStart('off')).toBe(
    'Commands can read everything this console can: there is no wall around them (GATEHOUSE_SANDBOX is off).',
  );
});

wallTest('a console that starts with a wall says nothing of it', async () => {
  expect(await saidAtStart('auto')).toBe('');
});
