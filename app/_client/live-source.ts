// The console's API as the source of a run page.
import type { RunEvent } from '#lib/engine/events.ts';
import { paths } from '#lib/paths.ts';
import type { LogLines } from '#lib/runs/views.ts';
import type { RunFile, RunSource } from './run-source.tsx';

async function readJson<Body>(address: string, signal: AbortSignal | null = null): Promise<Body> {
  const response = await fetch(address, { headers: { accept: 'application/json' }, signal });
  if (!response.ok) throw new Error(`the console answered ${response.status}`);
  return (await response.json()) as Body;
}

function eventsAddress(runId: string, query: Record<string, string | number>): string {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `${paths.api.runEvents(runId)}?${new URLSearchParams(pairs)}`;
}

function addressOf(runId: string, file: RunFile): string {
  if (file.kind === 'artifact') return paths.api.artifact(runId, file.id);
  if (file.kind === 'value') return paths.api.value(runId, file.hash);
  return paths.api.runLog(runId, { ...file.place, download: 1 });
}

export const liveSource: RunSource = {
  isLive: true,
  home: { href: paths.runs(), label: 'Runs' },
  readEvents: async (runId, range) => (await readJson<{ events: RunEvent[] }>(eventsAddress(runId, range))).events,
  searchEvents: (runId, { text, errorsOnly }, range) =>
    readJson(eventsAddress(runId, { ...range, q: text.trim(), errors: String(errorsOnly) })),
  readTimeline: (runId, window) => readJson(paths.api.runTimeline(runId, window)),
  readState: (runId, at) => readJson(paths.api.runState(runId, at)),
  readArtifacts: (runId, cursor) => readJson(paths.api.artifacts(runId, cursor)),
  readLog: (runId, place, range) => readJson<LogLines>(paths.api.runLog(runId, { ...place, ...range })),
  searchLog: (runId, place, text, signal) => readJson(paths.api.runLog(runId, { ...place, q: text }), signal),
  async readBytes(runId, file, most, from = 0) {
    const response = await fetch(addressOf(runId, file), { headers: { range: `bytes=${from}-${from + most - 1}` } });
    if (!response.ok) throw new Error(`The file cannot be read (${response.status}).`);
    return new Uint8Array(await response.arrayBuffer()).slice(0, most);
  },
  addressOf: (runId, file, how) => (how === 'inline' ? `${addressOf(runId, file)}?inline=1` : addressOf(runId, file)),
  openFile: async (runId, file) => addressOf(runId, file),
};
