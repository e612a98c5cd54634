// What makes nodes fit together: a loop and its end, groups, the names that branches see; and what a type has to say of its
// own nodes.

import { idPattern, scopeNames, targetKeywords } from '../graph.ts';
import type { LoadedNode } from '../load-nodes.ts';
import { fieldsOfKind } from '../node-fields.ts';
import { fallsThrough, targetsOf } from '../node-targets.ts';
import type { Findings } from '../problems/findings.ts';
import { reach } from '../reach.ts';
import { keyPlaceOf, type Path, placeOf } from '../source/source-tree.ts';
import { hasTemplate } from '../template.ts';
import type { Step } from './flow-graph.ts';

export function checkControl(steps: Step[], findings: Findings): boolean {
  const nodes = steps.map(({ node }) => node);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const node of nodes) {
    checkOwn(node, findings);
    checkEndOfRound(node, byId, findings);
    checkBindings(node, byId, findings);
    checkGroupMember(node, findings);
  }
  checkLoops(steps, findings);
  return checkSplits(steps, findings);
}

/** False when one was found that leads into its own branches: then what can be reached is not known. */
function checkSplits(steps: Step[], findings: Findings): boolean {
  let isSound = true;
  const positions = new Map(steps.map(({ node }, position) => [node.id, position]));
  for (const [position, { node, falls }] of steps.entries()) {
    const starts = (node.definition?.branches?.(node.fields) ?? []).flatMap(({ start }) => positions.get(start) ?? []);
    const following = steps[position + 1]?.node;
    if (!falls || !following) continue;
    const bodies = reach(starts, (at) => (at === position ? [] : (steps[at]?.successors ?? [])));
    if (!bodies.has(position + 1)) continue;
    isSound = false;
    const message = `has no "next": after its branches it would run on into one of them, "${following.id}"`;
    const suggestion = 'write "next" with the node that comes after the branches, and "next: join" at their ends';
    findings.error(complain(node, 'split_without_exit', [], message, suggestion));
  }
  return isSound;
}

const complain = (node: LoadedNode, code: string, at: Path, message: string, suggestion?: string) => ({
  code,
  place: at.length === 0 ? node.place : placeOf(node.tree, at),
  path: [...node.path, ...at],
  message: `node "${node.id}" ${message}`,
  suggestion,
});

function checkOwn(node: LoadedNode, findings: Findings): void {
  for (const { code, at, message, suggestion, isError } of node.definition?.check?.(node.fields) ?? []) {
    const finding = complain(node, code, at, message, suggestion);
    if (isError) findings.error(finding);
    else findings.warning(finding);
  }
}

const loopEndedBy = ({ definition, fields }: LoadedNode) => definition?.endsRoundOf?.(fields);
const roundsOf = ({ definition, fields }: LoadedNode) => definition?.rounds?.(fields);

function checkEndOfRound(node: LoadedNode, byId: Map<string, LoadedNode>, findings: Findings): void {
  const id = loopEndedBy(node);
  if (id === undefined) return;
  const found = byId.get(id);
  const isKeyword = (targetKeywords as readonly string[]).includes(id);
  // A name that nothing has is already told, as every unknown target.
  if (found ? roundsOf(found) : !isKeyword) return;
  findings.error(complain(node, 'wrong_end_loop', ['loop'], `ends a round of "${id}", which is not a loop`));
}

function checkBindings(node: LoadedNode, byId: Map<string, LoadedNode>, findings: Findings): void {
  for (const { value, at } of fieldsOfKind(node, 'binding')) {
    const name = value as string;
    if (!idPattern.test(name)) {
      const message = `gives the name "${name}", which cannot be used; use letters, digits, _ and -`;
      findings.error(complain(node, 'bad_id', at, message));
    } else if (name !== 'item' && ((scopeNames as readonly string[]).includes(name) || byId.has(name))) {
      const message = `gives the name "${name}", which expressions use for something else; choose another`;
      findings.error(complain(node, 'reserved_id', at, message));
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
  const ends = Map.groupBy(
    steps.map(({ node }) => node).filter((node) => loopEndedBy(node) !== undefined),
    loopEndedBy,
  );
  const positions = new Map(steps.map(({ node }, position) => [node.id, position]));
  for (const [position, { node }] of steps.entries()) {
    const rounds = roundsOf(node);
    if (!rounds) continue;
    const [first, ...others] = ends.get(node.id) ?? [];
    for (const other of others) {
      const message = `is a second end of the loop "${node.id}"; the first is "${first?.id}"`;
      const suggestion = `write "next: ${first?.id}" in the node before it`;
      findings.error(complain(other, 'second_end_loop', ['loop'], message, suggestion));
    }
    const body = positions.get(rounds.body);
    if (body === undefined) continue;
    if (!first && !leadsBack(steps, body, position)) {
      const message = 'is a loop whose body never comes back to it';
      findings.error(
        complain(node, 'loop_without_end', [], message, `end the body with "type: end_loop, loop: ${node.id}"`),
      );
    }
    if (fallsThrough(node) && body === position + 1) {
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
