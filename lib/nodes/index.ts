// The registry: every node type the console knows. Adding one is its file and one line here.
import { action } from './action.ts';
import { checkpoint } from './checkpoint.ts';
import { cli } from './cli.ts';
import type { NodeDefinition } from './define-node.ts';
import { end } from './end.ts';
import { gate } from './gate.ts';
import { ifNode } from './if.ts';
import { tool } from './tool.ts';

export const nodeDefinitions = { action, checkpoint, cli, end, gate, if: ifNode, tool } as const;

export function definitionOf(type: string): NodeDefinition | undefined {
  return Object.hasOwn(nodeDefinitions, type) ? (nodeDefinitions as Record<string, NodeDefinition>)[type] : undefined;
}
