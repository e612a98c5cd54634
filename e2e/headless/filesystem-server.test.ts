// A server from npm behind the wall: it is fetched into the home of its workflow, starts there, and works in the workspace.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { answerGate } from '#lib/runs/answer-gate.ts';
import { startRun } from '#lib/runs/start-run.ts';
import { somebody, tester } from '#lib/testing/actors.ts';
import { wallTest } from '#lib/testing/clients/wall-test.ts';
import { house } from '#lib/testing/house.ts';
import { startScratchEngine } from '#lib/testing/scratch-engine.ts';
import { eventsOf, whenAsked, whenRun } from '#lib/testing/scratch-run.ts';

const patience = 360_000;
const source = readFileSync(join(import.meta.dirname, 'workflows/filesystem-server.yaml'), 'utf8');

wallTest(
  'npx server-filesystem writes and reads a file of the workspace behind the wall',
  { timeout: patience },
  async () => {
    const engine = await startScratchEngine({ GATEHOUSE_SANDBOX: 'required' });
    try {
      const { id } = await startRun(house, { source, actor: tester });
      const gate = await whenAsked(id);
      expect(gate).toMatchObject({ purpose: 'server', node: 'write' });
      await answerGate(house, { runId: id, gateId: gate.id, option: 'allow', actor: somebody('ann') });
      const run = await whenRun(
        id,
        ({ status, gates }) => status === 'completed' || gates.some((one) => one.status === 'open'),
      );
      const failures = (await eventsOf(id, 'node_failed')).map(({ data }) => data.error);
      expect(failures, 'does npx reach the registry?').toEqual([]);
      expect(run.message).toBe('kept here and kept here');
    } finally {
      await engine.stop();
    }
  },
);
