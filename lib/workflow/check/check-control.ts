// What makes control nodes fit together: a loop and its end, a switch and its cases, forks, groups and the names they give.

import { idPattern, scopeNames, targetKeywords } from '../graph.ts';
import type { LoadedNode } from '../load-nodes.ts';
import { targetsOf } from '../node-targets.ts';
import type { Findings } from '../problems/findings.ts';
import { keyPlaceOf, type Path, placeOf } from '../source/source-tree.ts';
import { hasTemplate } from '../template.ts';
import { reach, type Step } from './flow-graph.ts';

export function checkControl(steps: Step[], findings: Findings): void {
  const nodes = steps.map(({ node }) => node);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const node of nodes) {
    if (node.type === 'end_loop') checkEndLoop(node, byId, findings);
    if (node.type === 'switch') checkSwitch(node, findings);
    if (node.type === 'parallel') checkBranches(node, findings);
    checkBinds(node, byId, findings);
    checkGroupMember(node, findings);
  }
  checkLoops(steps, findings);
}

const complain = (node: LoadedNode, code: string, at: Path, message: string, suggestion?: string) => ({
  code,
  place: at.length === 0 ? node.place : placeOf(node.tree, at),
  path: [...node.path, ...at],
  message: `node "${node.id}" ${message}`,
  suggestion,
});

function checkEndLoop(node: LoadedNode, byId: Map<string, LoadedNode>, findings: Findings): void {
  const target = String(node.fields?.loop);
  const isKeyword = (targetKeywords as readonly string[]).includes(target);
  // A name that nothing has is already told, as every unknown target.
  if (byId.get(target)?.type === 'loop' || !(byId.has(target) || isKeyword)) return;
  findings.error(complain(node, 'wrong_end_loop', ['loop'], `ends a round of "${target}", which is not a loop`));
}

function checkSwitch(node: LoadedNode, findings: Findings): void {
  const cases = (node.fields?.cases ?? []) as { name?: string }[];
  const seen = new Set<string>();
  for (const [index, { name }] of cases.entries()) {
    if (name === undefined) continue;
    if (seen.has(name)) {
      findings.error(complain(node, 'duplicate_case', ['cases', index, 'name'], `has two cases "${name}"`));
    }
    seen.add(name);
  }
  if (node.fields?.default !== undefined) return;
  const message = 'has no "default": when no case holds, the path ends there';
  findings.warning(complain(node, 'missing_branch', [], message, 'write "default: complete" if that is meant'));
}

function checkBranches(node: LoadedNode, findings: Findings): void {
  if (Object.keys(node.fields?.branches ?? {}).length > 0) return;
  findings.error(complain(node, 'missing', ['branches'], 'needs at least one of "branches"'));
}

function checkBinds(node: LoadedNode, byId: Map<string, LoadedNode>, findings: Findings): void {
  for (const name of (node.fields && node.definition?.binds?.(node.fields)) ?? []) {
    if (!idPattern.test(name)) {
      const message = `gives the name "${name}", which cannot be used; use letters, digits, _ and -`;
      findings.error(complain(node, 'bad_id', ['as'], message));
    } else if (name !== 'item' && ((scopeNames as readonly string[]).includes(name) || byId.has(name))) {
      const message = `gives the name "${name}", which expressions use for something else; choose another`;
      findings.error(complain(node, 'reserved_id', ['as'], message));
    }
  }
}

/** The members of a group start together and the run goes on after the last of them: none has a way of its own. */
function checkGroupMember(node: LoadedNode, findings: Findings): void {
  if (node.common.parallel_group === undefined) return;
  for (const { at, by } of targetsOf(node)) {
    if (by === 'failure') continue;
    const place = keyPlaceOf(node.tree, at);
    const message = 'is in a parallel_group, which goes on after its last node; it cannot lead elsewhere';
    findings.error({ ...complain(node, 'group_member_leads', at, message), place });
  }
}

function checkLoops(steps: Step[], findings: Findings): void {
  const ends = new Map<string, LoadedNode[]>();
  for (const { node } of steps) {
    if (node.type !== 'end_loop') continue;
    const target = String(node.fields?.loop);
    ends.set(target, [...(ends.get(target) ?? []), node]);
  }
  const positions = new Map(steps.map(({ node }, position) => [node.id, position]));
  for (const [position, { node }] of steps.entries()) {
    if (node.type !== 'loop') continue;
    const [first, ...others] = ends.get(node.id) ?? [];
    for (const other of others) {
      const message = `is a second end of the loop "${node.id}"; the first is "${first?.id}"`;
      const suggestion = `write "next: ${first?.id}" in the node before it`;
      findings.error(complain(other, 'second_end_loop', ['loop'], message, suggestion));
    }
    const body = positions.get(String(node.fields?.body));
    if (body === undefined) continue;
    if (!first && !leadsBack(steps, body, position)) {
      const message = 'is a loop whose body never comes back to it';
      findings.error(
        complain(node, 'loop_without_end', [], message, `end the body with "type: end_loop, loop: ${node.id}"`),
      );
    }
    const isOpen = node.fields?.done === undefined && node.common.next === undefined;
    if (isOpen && body === position + 1) {
      const message = 'is a loop without "done": after the last round it would run on into its own body';
      findings.error(
        complain(node, 'loop_without_exit', [], message, 'write "done" with the node that comes after it'),
      );
    }
  }
}

function leadsBack(steps: Step[], body: number, loop: number): boolean {
  const walked = reach([body], (at) => (at === loop ? [] : (steps[at]?.successors ?? [])));
  // Where a target that is made while the run goes on leads is not known.
  const isOpen = (at: number) => steps[at] && targetsOf(steps[at].node).some(({ target }) => hasTemplate(target));
  return walked.has(loop) || [...walked].some(isOpen);
}
