// What of a run is looked at, and the address that says so. The server reads it for the first paint, the page while it moves.
export const runTabs = ['timeline', 'graph', 'logs', 'trace', 'artifacts', 'state'] as const;
export type RunTab = (typeof runTabs)[number];
const streams = ['stdout', 'stderr'] as const;

/**
 * `visit` is one visit of the node; another node begins without one. `event` is the one whose details are open, `line` one
 * of what was printed to `stream`, `at` the event after which the run is shown, null for the present.
 */
export type RunPlace = {
  tab: RunTab;
  node: string | null;
  visit: number | null;
  event: number | null;
  stream: 'stdout' | 'stderr' | null;
  line: number | null;
  at: number | null;
};

export function placeOf(query: { get(name: string): string | null }): RunPlace {
  return {
    tab: runTabs.find((known) => known === query.get('tab')) ?? 'timeline',
    node: query.get('node'),
    visit: numberOf(query.get('visit')),
    event: numberOf(query.get('event')),
    stream: streams.find((known) => known === query.get('stream')) ?? null,
    line: numberOf(query.get('line')),
    at: numberOf(query.get('at')),
  };
}

export function addressOf(pathname: string, from: RunPlace, place: Partial<RunPlace>): string {
  const next = { ...from, visit: place.node === undefined ? from.visit : null, ...place };
  const query = new URLSearchParams();
  if (next.tab !== 'timeline') query.set('tab', next.tab);
  if (next.node) query.set('node', next.node);
  if (next.node && next.visit) query.set('visit', String(next.visit));
  if (next.event) query.set('event', String(next.event));
  if (next.stream) query.set('stream', next.stream);
  if (next.line) query.set('line', String(next.line));
  if (next.at) query.set('at', String(next.at));
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

function numberOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
