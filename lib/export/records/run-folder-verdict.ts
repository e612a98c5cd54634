// How a node was judged, in the words of a graph's own system. What nobody could judge has failed, unless it only warns.
import type { EventOf } from '../../engine/events.ts';
import type { OwnNames } from '../../workflow/dialects/graph/names.ts';
import { findNode } from '../../workflow/graph.ts';
import type { ExportedRun } from './exported-run.ts';

const kinds: Record<string, string> = {
  text_present: 'TextPresent',
  text_absent: 'TextAbsent',
  template_found: 'TemplateFound',
  window_title_matches: 'WindowTitleMatches',
};

type Evaluated = EventOf<'check_evaluated'>['data'];

/** Of several visits the last one counts. */
export async function verdictOf({ events, graph }: ExportedRun, key: string, { id, name }: OwnNames) {
  const latest = new Map<string, Evaluated>();
  for await (const page of events({ node: key, types: ['check_evaluated'] })) {
    for (const event of page) if (event.type === 'check_evaluated') latest.set(event.data.name, event.data);
  }
  const checks = findNode(graph, key)?.checks ?? [];
  const results = checks.flatMap((check) => {
    // A name is a template, in which a text of the file is escaped.
    const check_name = check.name.replaceAll('$${', '${');
    const found = latest.get(check_name);
    return found ? [{ check_name, check_type: kinds[check.type] ?? null, ...judged(found) }] : [];
  });
  const outcome = results.find(({ check_type }) => check_type === null);
  return {
    node_id: id,
    node_name: name,
    check_results: results.filter(({ check_type }) => check_type !== null),
    expected_outcome_verdict: outcome ? { ...outcome, check_type: 'TextPresent' } : null,
  };
}

function judged({ verdict, on_fail, reason }: Evaluated) {
  const failed = on_fail === 'warn' ? 'Warn' : 'Fail';
  return { verdict: verdict === 'pass' ? 'Pass' : failed, reasoning: reason ?? '' };
}
