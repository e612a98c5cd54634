// What the nodes of a graph are called in its own file, by what they are called here: for records that leave as its own.
import { createFindings } from '../../problems/findings.ts';
import { readSource } from '../../source/source.ts';
import { textIn } from '../borrowed-tree.ts';
import type { GraphNode } from './graph-file.ts';
import { controlTypes, displayName, modelTypes } from './node-types.ts';
import { readGraph } from './read-file.ts';
import { isChange, isGraph } from './shape.ts';
import { nativeIds, prefixOf } from './variables.ts';

export type OwnNames = {
  id: string;
  name: string;
  /** What its system calls the type where people read it. */
  type: string;
  /** Of its variables. */
  prefix: string;
  trace: string;
  /** It only chooses a way, which its system keeps no folder for. */
  isControl: boolean;
  /** A model works on it: what it gives is what the model said last. */
  isModel: boolean;
};

/** Empty when the text is no graph. */
export function namesInGraph(text: string): Map<string, OwnNames> {
  const findings = createFindings();
  const tree = readSource(text, findings);
  if (!tree || !isGraph(tree) || isChange(tree)) return new Map();
  const { nodes } = readGraph(tree, findings);
  return new Map([...nativeIds(nodes)].map(([node, id]) => [id, namesOf(node)]));
}

function namesOf(node: GraphNode): OwnNames {
  const { id, name, type, params, tree } = node;
  return {
    id,
    name,
    type: displayName(type, params),
    prefix: prefixOf(node),
    trace: textIn(tree, 'trace_level') ?? 'Minimal',
    isControl: controlTypes.has(type),
    isModel: modelTypes.has(type),
  };
}
