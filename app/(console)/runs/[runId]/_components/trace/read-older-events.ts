import type { RunEvent } from '#lib/engine/events.ts';
import { paths } from '#lib/paths.ts';

const pageSize = 500;

export async function readOlderEvents(runId: string, before: number): Promise<RunEvent[]> {
  const response = await fetch(`${paths.api.runEvents(runId)}?before=${before}&limit=${pageSize}`, {
    headers: { accept: 'application/json' },
  });
  if (!response.ok) throw new Error(`the console answered ${response.status}`);
  const body = (await response.json()) as { events: RunEvent[] };
  return body.events;
}
