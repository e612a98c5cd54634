import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { withEngine } from './bench-engine.ts';
import { circle } from './bench-workflows.ts';
import type { Measure } from './measurement.ts';

const steps = 4000;
const most = 450;

/** What the database grows by for each step of a long run, snapshots included. */
export const bytesOnDisk: Measure = () =>
  withEngine(async ({ file, start, until }) => {
    const sizeAfter = async (count: number) => {
      await until(await start(circle, { steps: count }), 'completed');
      const db = new Database(file);
      db.pragma('wal_checkpoint(TRUNCATE)');
      db.close();
      return statSync(file).size;
    };
    const before = await sizeAfter(200);
    const after = await sizeAfter(steps);
    const bytes = (after - before) / steps;
    return [
      {
        value: `${bytes.toFixed(0)} bytes`,
        goal: `≤ ${most}`,
        isReached: bytes <= most,
        detail: `${steps} steps, ${((after - before) / 1e6).toFixed(1)} MB`,
      },
    ];
  });
