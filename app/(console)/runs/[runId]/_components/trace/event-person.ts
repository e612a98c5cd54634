import type { RunEvent } from '#lib/engine/events.ts';

/** Who did what an event tells of, by name; null for what the console did by itself. */
export function eventPerson({ data }: RunEvent): string | null {
  const { by, started_by, answer, back, continues } = data as {
    by?: unknown;
    started_by?: unknown;
    answer?: { by?: unknown; via?: unknown };
    back?: { by?: unknown };
    continues?: { by?: unknown };
  };
  if (answer?.via === 'auto') return null;
  const name = answer?.by ?? back?.by ?? continues?.by ?? by ?? started_by;
  return typeof name === 'string' ? name : null;
}
