import { definitionOf } from '../nodes/index.ts';
import type { Graph } from './graph.ts';

export type NamedInstructions = { kind: 'skill' | 'command' | 'agent'; name: string };

/** The skills, commands and agents that a workflow's text names. */
export function instructionsOf({ nodes }: Pick<Graph, 'nodes'>): NamedInstructions[] {
  return nodes.flatMap((node) => definitionOf(node.type)?.follows?.(node.fields) ?? []);
}
