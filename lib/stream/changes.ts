// What changed, for lists: the ids of runs that moved, and whether workflow files did or the console got into or out of
// trouble, gathered for a moment so that a busy console does not flood.

import { onWorkflowFiles } from '../clients/files/workflow-files.ts';
import type { Needs } from '../console/console.ts';
import { createAlarm } from './alarm.ts';

export type Change = { kind: 'changed'; runs: string[]; workflows: boolean; trouble: boolean } | { kind: 'quiet' };

const gatherFor = 250;

export async function* changes(
  house: Needs<'env' | 'notifier' | 'trouble' | 'workflowFiles'>,
  signal: AbortSignal,
  quietAfter = 15_000,
): AsyncGenerator<Change> {
  const alarm = createAlarm();
  const moved = new Set<string>();
  let workflows = false;
  let trouble = false;
  const stops = [
    house.notifier.onAnyChange((runId) => {
      moved.add(runId);
      alarm.ring();
    }),
    onWorkflowFiles(house, () => {
      workflows = true;
      alarm.ring();
    }),
    house.trouble.onChange(() => {
      trouble = true;
      alarm.ring();
    }),
  ];
  try {
    while (!signal.aborted) {
      const woken = await alarm.wait(signal, quietAfter);
      if (woken === 'quiet') yield { kind: 'quiet' };
      if (woken !== 'rung') continue;
      const change = { kind: 'changed' as const, runs: [...moved], workflows, trouble };
      moved.clear();
      workflows = false;
      trouble = false;
      yield change;
      await createAlarm().wait(signal, gatherFor);
    }
  } finally {
    for (const stop of stops) stop();
  }
}
