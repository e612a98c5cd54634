// What of a run is looked at, and the address that says so. The server reads it for the first paint, the page while it moves.
import { windowOf } from '#lib/engine/view/time/time-window.ts';

export const runTabs = ['timeline', 'graph', 'logs', 'trace', 'artifacts', 'state'] as const;
export type RunTab = (typeof runTabs)[number];
/** What of the chosen node is looked at. */
export const inspectorPanes = ['overview', 'input', 'output', 'logs', 'conversation', 'events'] as const;
export type InspectorPane = (typeof inspectorPanes)[number];
const streams = ['stdout', 'stderr'] as const;

/**
 * `visit` is one visit of the node, `attempt` one try of that; another node begins without them. `event` is the one whose details are open, `line` one
 * of what was printed to `stream`, `at` the event after which the run is shown, null for the present. `window` is
 * the part of the run's time that is looked at, in words; null is all of it. `artifact` is the file that is open over the page,
 * `before` the image that it is compared with, `list` the filter of the list that one came from.
 */
export type RunPlace = {
  tab: RunTab;
  node: string | null;
  visit: number | null;
  attempt: number | null;
  pane: InspectorPane;
  event: number | null;
  stream: 'stdout' | 'stderr' | null;
  line: number | null;
  at: number | null;
  window: string | null;
  artifact: string | null;
  before: string | null;
  list: string | null;
};

export function placeOf(query: { get(name: string): string | null }): RunPlace {
  return {
    tab: runTabs.find((known) => known === query.get('tab')) ?? 'timeline',
    node: query.get('node'),
    visit: numberOf(query.get('visit')),
    attempt: numberOf(query.get('attempt')),
    pane: inspectorPanes.find((known) => known === query.get('pane')) ?? 'overview',
    event: numberOf(query.get('event')),
    stream: streams.find((known) => known === query.get('stream')) ?? null,
    line: numberOf(query.get('line')),
    at: numberOf(query.get('at')),
    window: windowOf(query.get('window')) ? query.get('window') : null,
    artifact: query.get('artifact'),
    before: query.get('before'),
    list: query.get('list'),
  };
}

export function addressOf(pathname: string, from: RunPlace, place: Partial<RunPlace>): string {
  const isSameNode = place.node === undefined;
  const next = {
    ...from,
    visit: isSameNode ? from.visit : null,
    attempt: isSameNode && place.visit === undefined ? from.attempt : null,
    ...place,
  };
  const query = new URLSearchParams();
  if (next.tab !== 'timeline') query.set('tab', next.tab);
  if (next.node) query.set('node', next.node);
  if (next.node && next.visit) query.set('visit', String(next.visit));
  if (next.node && next.attempt) query.set('attempt', String(next.attempt));
  if (next.node && next.pane !== 'overview') query.set('pane', next.pane);
  if (next.event) query.set('event', String(next.event));
  if (next.stream) query.set('stream', next.stream);
  if (next.line) query.set('line', String(next.line));
  if (next.at) query.set('at', String(next.at));
  if (next.window) query.set('window', next.window);
  if (next.artifact) query.set('artifact', next.artifact);
  if (next.artifact && next.before) query.set('before', next.before);
  if (next.list) query.set('list', next.list);
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

function numberOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
