// For tests: starts runs on the engine of the test, and waits for what happens in it.

import type { EventOf, EventType, RunEvent } from '../engine/events.ts';
import { AppError } from '../errors.ts';
import { readEvents } from '../runs/read-events.ts';
import { readRun } from '../runs/read-run.ts';
import { startRun } from '../runs/start-run.ts';
import type { GateView, RunDetail } from '../runs/views.ts';
import { createAlarm } from '../stream/alarm.ts';
import { tester } from './actors.ts';
import { house } from './house.ts';

/** Starts a run of these nodes; a workflow in JSON is one in YAML. */
export async function startNodes(nodes: Record<string, Record<string, unknown>>): Promise<string> {
  return (await startRun(house, { source: sourceOf(nodes), actor: tester })).id;
}

export function sourceOf(nodes: Record<string, Record<string, unknown>>): string {
  return JSON.stringify({ gatehouse: 1, name: 'Scratch', version: '1', nodes });
}

export async function eventsOf<Type extends EventType>(runId: string, type: Type): Promise<EventOf<Type>[]> {
  return (await allEventsOf(runId)).filter((event): event is EventOf<Type> => event.type === type);
}

export async function allEventsOf(runId: string): Promise<RunEvent[]> {
  return (await readEvents(house, runId, {})).events;
}

async function until<T>(runId: string, look: () => Promise<T | undefined>): Promise<T> {
  const alarm = createAlarm();
  const stop = house.notifier.onRunChange(runId, alarm.ring);
  try {
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      await alarm.wait(new AbortController().signal, 60_000);
    }
  } finally {
    stop();
  }
}

export function whenRun(runId: string, isSo: (run: RunDetail) => boolean): Promise<RunDetail> {
  return until(runId, async () => {
    // A run that another one calls may not exist yet.
    const run = await readRun(house, runId).catch((error) => {
      if (error instanceof AppError && error.code === 'not_found') return undefined;
      throw error;
    });
    return run && isSo(run) ? run : undefined;
  });
}

export function whenStatus(runId: string, status: RunDetail['status']): Promise<RunDetail> {
  return whenRun(runId, (run) => run.status === status);
}

export function whenEvent<Type extends EventType>(
  runId: string,
  type: Type,
  isSo: (event: EventOf<Type>) => boolean = () => true,
): Promise<EventOf<Type>> {
  return until(runId, async () => (await eventsOf(runId, type)).find(isSo));
}

export function whenAsked(runId: string): Promise<GateView> {
  const open = (run: RunDetail) => run.gates.find(({ status }) => status === 'open');
  return whenRun(runId, (run) => open(run) !== undefined).then((run) => open(run) as GateView);
}
