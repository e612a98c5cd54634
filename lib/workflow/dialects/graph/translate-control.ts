// Nodes that only choose a way. Where the graph is not legal, what is missing stands for itself as the end of the run, so that
// the native checks do not tell the same mistake a second time.
import { childOf, entryOf, type SourceNode } from '../../source/source-tree.ts';
import { entryFrom, givenIn, listFrom, mapFrom, type Part, scalarFrom, textIn } from '../borrowed-tree.ts';
import { casesOf } from './check-edges.ts';
import { conditionFault, conditionText } from './condition.ts';
import type { GraphNode, Label } from './graph-file.ts';
import { plainText } from './params.ts';
import type { World } from './translate.ts';

type Parts = Record<string, Part>;

export function controlParts(node: GraphNode, world: World): Parts {
  if (node.type === 'If') {
    const condition = conditionOf(childOf(node.params, 'condition'), node, world);
    return { type: 'if', condition, then: world.way(node, 'IfTrue'), else: world.way(node, 'IfFalse') };
  }
  if (node.type === 'Switch') return switchParts(node, world);
  return node.type === 'Loop' ? loopParts(node, world) : endLoopParts(node, world);
}

function conditionOf(written: SourceNode | undefined, node: GraphNode, world: World): Part {
  const fault = conditionFault(written, node);
  if (!fault && written) return scalarFrom(written, conditionText(written, world.variables, world.findings));
  const { message = '', place = node.place, suggestion } = fault ?? {};
  const { path } = node;
  world.findings.error({
    code: 'bad_condition',
    place,
    path,
    message: `${node.type} "${node.name}": ${message}`,
    suggestion,
  });
  return scalarFrom(node, 'false');
}

function switchParts(node: GraphNode, world: World): Parts {
  const otherwise = world.wayIfAny(node, 'SwitchDefault');
  const isDisabled = entryOf(node.tree, 'enabled')?.value.kind === 'scalar' && textIn(node.tree, 'enabled') === 'false';
  const names = new Set<string>();
  const cases = casesOf(node).flatMap((one) => {
    const name = textIn(one, 'name') ?? '';
    if (names.has(name)) return [];
    names.add(name);
    const condition = conditionOf(childOf(one, 'condition'), node, world);
    return [mapFrom(one, { name: plainText(name), if: condition, then: world.way(node, 'SwitchCase', name) })];
  });
  const none = mapFrom(node, { if: 'false', then: otherwise ?? 'complete' });
  const passed = isDisabled ? (otherwise ?? world.firstWay(node)) : otherwise;
  return { type: 'switch', cases: listFrom(node, cases.length > 0 ? cases : [none]), default: passed };
}

/** The body always runs once, also where the file says that it may not. */
function loopParts(node: GraphNode, world: World): Parts {
  const until = conditionOf(childOf(node.params, 'exit_condition'), node, world);
  const isPaired = world.endOf(node) !== undefined;
  const most = givenIn(node.params, 'max_iterations');
  const max = most?.value.kind === 'scalar' && most.value.value === 0 ? entryFrom(most, 'max', 1) : most;
  const done: Label = 'LoopDone';
  return {
    type: 'loop',
    body: isPaired ? world.way(node, 'LoopBody') : 'complete',
    until,
    max,
    done: world.way(node, done),
  };
}

function endLoopParts(node: GraphNode, world: World): Parts {
  const loop = world.loopOf(node);
  if (!loop) return { type: 'end' };
  return { type: 'end_loop', loop: scalarFrom(givenIn(node.params, 'loop_id')?.value ?? node, loop) };
}
