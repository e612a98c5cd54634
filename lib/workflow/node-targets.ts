// Everywhere a node can lead, with the place where that is written: the one list for checking targets, for warnings about
// the flow, for progress and for drawing.
import type { WayBy } from '../nodes/contract/field-kinds.ts';
import { type GateSpec, type NodeGateSpec, optionsOf } from '../nodes/parts/gate-spec.ts';
import { fieldsOfKind, type NodeParts } from './node-fields.ts';
import type { Path } from './source/source-tree.ts';

export type NodeTarget = { target: string; at: Path; by: WayBy };

export function targetsOf(node: NodeParts): NodeTarget[] {
  return fieldsOfKind(node, 'target').map(({ value, at, by }) => ({ target: value as string, at, by }));
}

/** True when every answer that goes on leads somewhere by `on`. A "no" without a target asks again, it does not go on. */
function leadsByAnswer(spec: GateSpec | NodeGateSpec): boolean {
  const { on, kind } = spec;
  if (!on || kind === 'none') return false;
  if (kind === 'approval') return Object.hasOwn(on, 'yes');
  if (typeof spec.options === 'string') return Object.hasOwn(on, 'selected');
  const options = optionsOf({ ...spec, kind });
  return options.length > 0 && options.every(({ id }) => Object.hasOwn(on, id));
}

/** True when the node goes on to the one written after it without saying so. */
export function fallsThrough({ common, definition, fields, gates }: NodeParts): boolean {
  if ((common.next ?? null) !== null || !definition || !fields) return false;
  // A type whose branch may be left out runs on where it is: `if` without `else`.
  const isOpen = definition.passedBy !== undefined && definition.passedBy(fields) === undefined;
  if (definition.neverFallsThrough && !isOpen) return false;
  const own = definition.asks?.(fields);
  return ![...(own ? [own] : []), ...gates.map(({ spec }) => spec)].some(leadsByAnswer);
}
