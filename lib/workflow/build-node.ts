// A node of the graph, with every default written out: a node's own word wins over `defaults`. What the engine and the page
// must know of its type is written out too, so that nobody asks for a type by its name. A field that all nodes have is in
// the schema and here; the shape of the graph's nodes follows.
import { visibleText } from '../html/visible-text.ts';
import { doesWork, type NodeDefinition } from '../nodes/contract/define-node.ts';
import { checksOf } from '../nodes/parts/check-spec.ts';
import { milliseconds } from '../nodes/parts/duration.ts';
import type { LoadedNode } from './load-nodes.ts';
import type { FileFields } from './schema.ts';

const longestBackoff = 300_000;
const mostVisits = 100;

type Written = Pick<LoadedNode, 'id' | 'type' | 'definition' | 'common' | 'fields' | 'place'> & {
  gates: Pick<LoadedNode['gates'][number], 'spec'>[];
};

export function buildNode(written: Written, defaults: FileFields['defaults']) {
  const { id, type, definition, common, fields, gates, place } = written;
  const { attempts = 1, backoff, max_backoff } = { ...defaults.retry, ...common.retry };
  const pause = backoff === undefined ? 0 : milliseconds(backoff);
  // A default timeout is about work; it must not cut short the time people have for an answer.
  const timeout = common.timeout ?? (definition?.group === 'work' ? defaults.timeout : undefined);
  return {
    id,
    type,
    name: visibleText(common.name ?? id),
    description: common.description ?? null,
    enabled: common.enabled,
    retry: {
      attempts,
      backoff: pause,
      max_backoff: max_backoff === undefined ? Math.max(pause, longestBackoff) : milliseconds(max_backoff),
    },
    timeout: timeout === undefined ? null : milliseconds(timeout),
    settle: common.settle === undefined ? 0 : milliseconds(common.settle),
    gates: gates.map(({ spec }) => spec),
    checks: checksOf(common.checks, common.expect),
    /** The role that a model plays here; null when none is named. */
    role: common.role ?? defaults.role ?? null,
    /** Whether its commands reach anybody. */
    network: common.network ?? null,
    save: common.save,
    artifacts: common.artifacts,
    conditions: common.conditions,
    next: common.next ?? null,
    needs: common.needs,
    /** Null asks a person, also where a node is called `ask`. */
    on_failure: common.on_failure ?? defaults.on_failure ?? null,
    idempotent: common.idempotent ?? null,
    max_visits: common.max_visits ?? defaults.max_visits ?? mostVisits,
    trace: common.trace ?? defaults.trace ?? 'full',
    /** The split that starts this node together with the others of its parallel_group. */
    group: null as string | null,
    traits: traitsOf(definition, fields),
    /** The fields of the node's own type, as its definition's schema gives them, still unrendered. */
    fields: fields ?? {},
    place,
  };
}

/** What a type is to whoever walks or draws the graph. */
function traitsOf(definition: NodeDefinition | undefined, fields: LoadedNode['fields']) {
  return {
    /** Of a loop: where a round begins, and how many there are at most. */
    rounds: definition?.rounds?.(fields) ?? null,
    /** What is walked at the same time, by name; without one where only the run knows how many there are. */
    branches: definition?.branches?.(fields) ?? [],
    ends_run: definition?.endsRun ?? false,
    /** It acts, rather than only decides: there may be output of it. */
    works: doesWork(definition, fields),
  };
}
