// What pages ask of the console by its API.
import type { RunEvent } from '#lib/engine/events.ts';
import type { EventFilter } from '#lib/engine/view/event-filter.ts';
import { paths } from '#lib/paths.ts';

export async function readJson<Body>(address: string): Promise<Body> {
  const response = await fetch(address, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`the console answered ${response.status}`);
  return (await response.json()) as Body;
}

type Range = { after?: number; before?: number; limit?: number; node?: string; visit?: number };
type Page = { events: RunEvent[]; next: number | null };
/** `count` of all that fit, told with the first page; `up_to` is the last event that was looked at. */
export type FoundEvents = Page & { count: number | null; up_to: number };

function addressOf(runId: string, query: Record<string, string | number>): string {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `${paths.api.runEvents(runId)}?${new URLSearchParams(pairs)}`;
}

export async function readEvents(runId: string, range: Range): Promise<RunEvent[]> {
  return (await readJson<Page>(addressOf(runId, range))).events;
}

export function searchEvents(runId: string, { text, errorsOnly }: EventFilter, range: Range): Promise<FoundEvents> {
  return readJson(addressOf(runId, { ...range, q: text.trim(), errors: String(errorsOnly) }));
}
