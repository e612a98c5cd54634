// The registry: every node type the console knows. Adding one is its file and one line here.
import { action } from './action.ts';
import { call } from './call.ts';
import { checkpoint } from './checkpoint.ts';
import { cli } from './cli.ts';
import type { NodeDefinition } from './define-node.ts';
import { end } from './end.ts';
import { endLoop } from './end-loop.ts';
import { gate } from './gate.ts';
import { ifNode } from './if.ts';
import { loop } from './loop.ts';
import { map } from './map.ts';
import { parallel } from './parallel.ts';
import { switchNode } from './switch.ts';
import { tool } from './tool.ts';
import { validate } from './validate.ts';
import { wait } from './wait.ts';

export const nodeDefinitions = {
  action,
  call,
  checkpoint,
  cli,
  end,
  end_loop: endLoop,
  gate,
  if: ifNode,
  loop,
  map,
  parallel,
  switch: switchNode,
  tool,
  validate,
  wait,
} as const;

export function definitionOf(type: string): NodeDefinition | undefined {
  return Object.hasOwn(nodeDefinitions, type) ? (nodeDefinitions as Record<string, NodeDefinition>)[type] : undefined;
}
