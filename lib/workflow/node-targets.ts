// Everywhere a node can lead, with the place where that is written: the one list for checking targets, for warnings about
// the flow, for progress and for drawing. Works on nodes as they are read and on nodes of a graph.
import type { NodeDefinition } from '../nodes/define-node.ts';
import { type NodeGateSpec, optionsOf } from '../nodes/parts/gate-spec.ts';
import type { Path } from './source/source-tree.ts';

export type NodeTarget = { target: string; at: Path; by: 'branch' | 'next' | 'failure' };

export type Leaving = {
  type: string;
  definition: NodeDefinition | undefined;
  fields: Record<string, unknown> | null;
  gates: { spec: NodeGateSpec; at: Path }[];
  common: {
    conditions: { if: string; then: string }[];
    next?: string | undefined;
    on_failure?: string | undefined;
    parallel_group?: string | undefined;
  };
};

export function targetsOf({ common, definition, fields, gates }: Leaving): NodeTarget[] {
  const own = fields ? (definition?.targets?.(fields) ?? []) : [];
  return [
    ...own.map(({ target, path }) => ({ target, at: path, by: 'branch' as const })),
    ...gates.flatMap(({ spec, at }) =>
      Object.entries(spec.on ?? {}).map(([option, target]) => ({
        target,
        at: [...at, 'on', option],
        by: 'branch' as const,
      })),
    ),
    ...common.conditions.map(({ then }, index) => ({
      target: then,
      at: ['conditions', index, 'then'],
      by: 'branch' as const,
    })),
    ...(common.next === undefined ? [] : [{ target: common.next, at: ['next'], by: 'next' as const }]),
    ...(common.on_failure === undefined
      ? []
      : [{ target: common.on_failure, at: ['on_failure'], by: 'failure' as const }]),
  ];
}

type Answers = { kind: string; options?: unknown; on?: Record<string, string> | undefined };

/** True when every answer that goes on leads somewhere by `on`. A "no" without a target asks again, it does not go on. */
function leadsByAnswer(spec: Answers): boolean {
  const { on } = spec;
  if (!on) return false;
  if (spec.kind === 'approval') return Object.hasOwn(on, 'yes');
  if (typeof spec.options === 'string') return Object.hasOwn(on, 'selected');
  const options = optionsOf(spec as Parameters<typeof optionsOf>[0]);
  return options.length > 0 && options.every(({ id }) => Object.hasOwn(on, id));
}

/** True when the node goes on to the one written after it without saying so. */
export function fallsThrough({ common, definition, fields, gates, type }: Leaving): boolean {
  if (common.next !== undefined || !definition || !fields) return false;
  // A type whose branch may be left out runs on where it is: `if` without `else`.
  const isOpen = definition.passedBy !== undefined && definition.passedBy(fields) === undefined;
  if (definition.neverFallsThrough && !isOpen) return false;
  if (type === 'gate' && leadsByAnswer(fields as Answers)) return false;
  return !gates.some(({ spec }) => leadsByAnswer(spec));
}
