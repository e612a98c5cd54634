import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '../clients/process/process-group.ts';
import { emptyRoom } from '../clients/process/wall/room.ts';
import { wallOf } from '../clients/process/wall/wall.ts';
import { withEngine } from './bench-engine.ts';
import { atMost, type Measure } from './measurement.ts';
import { median, microseconds } from './statistics.ts';

const spawns = 60;
const atOnce = 200;
const mostSlowdown = 6;

/** A program that does nothing, from its start to its end, behind the wall and without one. */
export const behindWall: Measure = (progress) =>
  withEngine(async ({ house }) => {
    const wall = await wallOf(house);
    if (!wall.isThere) throw new Error(`there is no wall: ${wall.why}`);
    const workspace = join(house.env.dataDirectory, 'runs', 'bench', 'one', 'workspace');
    mkdirSync(workspace, { recursive: true });
    const spawnOne = async (isOut: boolean) => {
      const room = { ...emptyRoom, writable: [workspace], isOut };
      const env = { PATH: '/usr/bin:/bin' };
      const spec = { command: 'true', args: [], cwd: workspace, env, stdin: 'ignore' as const, room };
      await (await startProcess(house, spec)).exited;
    };
    const measure = async (isOut: boolean) => {
      const times: number[] = [];
      for (let index = 0; index < spawns; index++) {
        const before = performance.now();
        await spawnOne(isOut);
        times.push(performance.now() - before);
      }
      return median(times.slice(spawns / 3));
    };
    const without = await measure(true);
    progress('without a wall');
    const behind = await measure(false);
    progress(`${atOnce} at once`);
    const began = performance.now();
    await Promise.all(Array.from({ length: atOnce }, () => spawnOne(false)));
    const each = (performance.now() - began) / atOnce;
    const detail = `${microseconds(behind)}, without ${microseconds(without)}; ${atOnce} at once ${microseconds(each)} each`;
    return [atMost(behind / without, mostSlowdown, detail)];
  });
