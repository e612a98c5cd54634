// What changed, for lists: the ids of runs that moved, and whether workflow files did, gathered for a moment so that a
// busy console does not flood.

import { onWorkflowFiles } from '../clients/files/workflow-files.ts';
import type { Needs } from '../console/console.ts';
import { createAlarm } from './alarm.ts';

export type Change = { kind: 'changed'; runs: string[]; workflows: boolean } | { kind: 'quiet' };

const gatherFor = 250;

export async function* changes(
  house: Needs<'env' | 'notifier' | 'workflowFiles'>,
  signal: AbortSignal,
  quietAfter = 15_000,
): AsyncGenerator<Change> {
  const alarm = createAlarm();
  const moved = new Set<string>();
  let workflows = false;
  const stops = [
    house.notifier.onAnyChange((runId) => {
      moved.add(runId);
      alarm.ring();
    }),
    onWorkflowFiles(house, () => {
      workflows = true;
      alarm.ring();
    }),
  ];
  try {
    while (!signal.aborted) {
      const woken = await alarm.wait(signal, quietAfter);
      if (woken === 'quiet') yield { kind: 'quiet' };
      if (woken !== 'rung') continue;
      const change = { kind: 'changed' as const, runs: [...moved], workflows };
      moved.clear();
      workflows = false;
      yield change;
      await createAlarm().wait(signal, gatherFor);
    }
  } finally {
    for (const stop of stops) stop();
  }
}
