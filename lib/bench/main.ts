// `npm run bench`: the console's numbers as ratios to what this machine can do, all measured in one run. A slow number
// is told, never an error. `npm run bench -- growth restart` measures only what is named.
import { onStopRequest } from '../commands/serve/stop-request.mjs';
import { behindWall } from './behind-wall.ts';
import { busyServer } from './busy-server.ts';
import { bytesOnDisk } from './disk.ts';
import { durableStep } from './durable-step.ts';
import { gateToNext } from './gate-to-next.ts';
import { growth, longLoop } from './growth.ts';
import { manyRuns } from './many-runs.ts';
import { manyWaiting } from './many-waiting.ts';
import { manyWriters } from './many-writers.ts';
import type { Measure, Measurement } from './measurement.ts';
import { eventToDom } from './pages/event-to-dom.ts';
import { liveFrames } from './pages/live-frames.ts';
import { pageWeight } from './pages/page-weight.ts';
import { tabSwitch } from './pages/tab-switch.ts';
import { timeToUsable } from './pages/time-to-usable.ts';
import { restart } from './restart.ts';
import { startOverHttp } from './start-over-http.ts';
import { underSleepers } from './under-sleepers.ts';

onStopRequest(() => process.exit(1));

const rows: { name: string; title: string; measure: Measure }[] = [
  { name: 'step', title: 'Durable step, one run', measure: durableStep },
  { name: 'many', title: 'Many runs at once, 200 × 10 steps', measure: manyRuns },
  { name: 'disk', title: 'On disk, a step', measure: bytesOnDisk },
  { name: 'growth', title: 'Growth, step 4,000 against step 100', measure: growth },
  { name: 'loop20k', title: 'Loop, step 20,000 against step 100', measure: longLoop },
  { name: 'gate', title: 'Gate answered → next node starts', measure: gateToNext },
  { name: 'restart', title: '50 runs at gates, SIGKILL, restart, answer all', measure: restart },
  { name: 'sleepers', title: 'Answer → end, while 70 commands sleep', measure: underSleepers },
  { name: 'wall', title: 'A spawn behind the wall', measure: behindWall },
  { name: 'start', title: 'Start over HTTP against /api/health', measure: startOverHttp },
  { name: 'writers', title: '50 writers at once over HTTP', measure: manyWriters },
  { name: 'waiting', title: '10,000 runs wait', measure: manyWaiting },
  { name: 'server', title: 'A page while 200 runs are busy', measure: busyServer },
  { name: 'weight', title: 'On the wire, compressed', measure: pageWeight },
  { name: 'usable', title: 'A run page until it can be used', measure: timeToUsable },
  { name: 'dom', title: 'Event committed → on the page', measure: eventToDom },
  { name: 'tabs', title: 'From one tab of a run to the next', measure: tabSwitch },
  { name: 'frames', title: 'The page while 900 events a second arrive', measure: liveFrames },
];

const began = performance.now();
const seconds = () => `${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s`;
const named = process.argv.slice(2);
const chosen = rows.filter(({ name }) => named.length === 0 || named.includes(name));
const lines: string[] = [];

function lineOf(title: string, { value, goal, isReached, detail }: Measurement): string {
  return `${isReached ? '✓' : '✗'} ${title.padEnd(48)} ${value.padStart(14)}  goal ${goal.padEnd(8)} (${detail})`;
}

for (const { title, measure } of chosen) {
  console.log(`${seconds()}  ${title} …`);
  try {
    const measured = await measure((text) => console.log(`${seconds()}    ${text}`));
    lines.push(...measured.map((one) => lineOf(title, one)));
  } catch (error) {
    lines.push(`✗ ${title.padEnd(48)} could not be measured: ${error instanceof Error ? error.message : error}`);
  }
}
console.log(`\n${lines.join('\n')}`);
process.exit(0);
