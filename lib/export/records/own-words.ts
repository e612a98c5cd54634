// A run in the words of the file that it was started with. A format may need several nodes here for one of its own (`ask`,
// `ask__git`): those are one step again. A node that is called otherwise here has its own name back, a field that is kept
// elsewhere its own place, and an answer the name by which its system finds it.
import type { HistoryEntry, RunState } from '../../engine/state.ts';
import type { Graph } from '../../workflow/graph.ts';
import { createFindings } from '../../workflow/problems/findings.ts';
import { readSource } from '../../workflow/source/source.ts';
import { keysBelow } from '../../workflow/source/source-tree.ts';
import type { ExportedRun } from './exported-run.ts';

type Data = Pick<RunState, 'user_responses' | 'computed' | 'custom'>;

export type OwnWords = {
  node(id: string): string;
  steps(history: HistoryEntry[]): HistoryEntry[];
  data(data: Data): Data;
};

/** Most formats are the same here as there. */
const asHere: OwnWords = { node: (id) => id, steps: (history) => history, data: (data) => data };

export function ownWords({ graph, format, source }: Pick<ExportedRun, 'graph' | 'format' | 'source'>): OwnWords {
  if (format !== 'blueprint') return asHere;
  const node = nodeNames(graph);
  const tree = readSource(source, createFindings());
  const inComputed = new Set(tree ? keysBelow(tree, ['initial_state', 'computed']) : []);
  const fields = (tree ? keysBelow(tree, ['initial_state']) : []).filter((name) => !inComputed.has(name));
  return {
    node,
    steps: (history) => ownSteps(history, node),
    data: ({ user_responses, computed, custom }) => {
      const isOwn = (name: string) => fields.includes(name) && !Object.hasOwn(custom, name);
      const entries = Object.entries(computed);
      return {
        user_responses: ownAnswers(graph, user_responses),
        computed: Object.fromEntries(entries.filter(([name]) => !isOwn(name))),
        custom: { ...custom, ...Object.fromEntries(entries.filter(([name]) => isOwn(name))) },
      };
    },
  };
}

function nodeNames({ nodes }: Graph): OwnWords['node'] {
  const ids = new Set(nodes.map(({ id }) => id));
  const renamed = new Map(nodes.flatMap(({ id, name }) => (id === `${name}_` ? [[id, name] as const] : [])));
  return (id) => {
    const [first = id] = id.split('__');
    const own = ids.has(first) ? first : id;
    return renamed.get(own) ?? own;
  };
}

/** What came of a step is what its first node said, unless a later one failed. */
function ownSteps(history: HistoryEntry[], nameOf: OwnWords['node']): HistoryEntry[] {
  const steps: HistoryEntry[] = [];
  for (const entry of history) {
    const node = nameOf(entry.node);
    const before = steps.at(-1);
    const isPart = before?.node === node && entry.node.startsWith(`${node}__`);
    if (!isPart) steps.push({ ...entry, node });
    else if (entry.outcome.success === false && before.outcome.success === true) before.outcome = entry.outcome;
  }
  return steps;
}

/** Options from the run's data are all answered as one. */
function ownAnswers({ nodes }: Graph, responses: RunState['user_responses']): RunState['user_responses'] {
  const dynamic = new Set(nodes.flatMap(({ id, fields }) => (typeof fields.options === 'string' ? [id] : [])));
  const answers = Object.entries(responses).map(([node, response]) => {
    const handler = dynamic.has(node) && response.id !== 'other' ? 'selected' : response.id;
    return [node, { ...response, handler_id: handler }];
  });
  return Object.fromEntries(answers);
}
