// What changed, for lists: the ids of runs that moved, gathered for a moment so that a busy console does not flood.
import { createAlarm } from './alarm.ts';
import { onAnyChange } from './notifier.ts';

export type Change = { kind: 'changed'; runs: string[] } | { kind: 'quiet' };

const gatherFor = 250;

export async function* changes(signal: AbortSignal, quietAfter = 15_000): AsyncGenerator<Change> {
  const alarm = createAlarm();
  const moved = new Set<string>();
  const stop = onAnyChange((runId) => {
    moved.add(runId);
    alarm.ring();
  });
  try {
    while (!signal.aborted) {
      const woken = await alarm.wait(signal, quietAfter);
      if (woken === 'quiet') yield { kind: 'quiet' };
      if (woken !== 'rung') continue;
      const runs = [...moved];
      moved.clear();
      yield { kind: 'changed', runs };
      await createAlarm().wait(signal, gatherFor);
    }
  } finally {
    stop();
  }
}
