// What pages ask of the console by its API.
import type { RunEvent } from '#lib/engine/events.ts';
import { paths } from '#lib/paths.ts';

export async function readJson<Body>(address: string): Promise<Body> {
  const response = await fetch(address, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`the console answered ${response.status}`);
  return (await response.json()) as Body;
}

type Range = { after?: number; before?: number; limit?: number; node?: string; visit?: number };

export async function readEvents(runId: string, range: Range): Promise<RunEvent[]> {
  const query = new URLSearchParams(Object.entries(range).map(([name, value]) => [name, String(value)]));
  return (await readJson<{ events: RunEvent[] }>(`${paths.api.runEvents(runId)}?${query}`)).events;
}
