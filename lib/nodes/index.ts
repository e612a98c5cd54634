// The registry: every node type the console knows. Adding one is its file and one line here.
import { action } from './action.ts';
import { agent } from './agent.ts';
import { ai } from './ai.ts';
import { call } from './call.ts';
import { checkpoint } from './checkpoint.ts';
import { cli } from './cli.ts';
import { command } from './command.ts';
import type { NodeDefinition } from './contract/define-node.ts';
import { end } from './end.ts';
import { endLoop } from './end-loop.ts';
import { gate } from './gate.ts';
import { ifNode } from './if.ts';
import { judge } from './judge.ts';
import { loop } from './loop.ts';
import { map } from './map.ts';
import { parallel } from './parallel.ts';
import { skill } from './skill.ts';
import { switchNode } from './switch.ts';
import { task } from './task.ts';
import { tool } from './tool.ts';
import { validate } from './validate.ts';
import { wait } from './wait.ts';

export const nodeDefinitions = {
  action,
  agent,
  ai,
  call,
  checkpoint,
  cli,
  command,
  end,
  end_loop: endLoop,
  gate,
  if: ifNode,
  loop,
  map,
  parallel,
  skill,
  switch: switchNode,
  task,
  tool,
  validate,
  wait,
} as const;

/** Types that the console itself adds to a graph; a file cannot name them. */
const ownDefinitions: Record<string, NodeDefinition> = { judge };

/** Whether a file may name this type. */
export function isNodeType(type: string): boolean {
  return Object.hasOwn(nodeDefinitions, type);
}

export function definitionOf(type: string): NodeDefinition | undefined {
  const known: Record<string, NodeDefinition> = isNodeType(type) ? nodeDefinitions : ownDefinitions;
  return Object.hasOwn(known, type) ? known[type] : undefined;
}
