// Groups of nodes are how people see a graph, and nothing to who walks it: a node says in its description where it belongs.
import type { Findings } from '../../problems/findings.ts';
import { childOf, type SourceNode } from '../../source/source-tree.ts';
import { givenIn, textIn } from '../borrowed-tree.ts';

const deepest = 20;

/** By the ids of the nodes: the names of their groups, outermost first. */
export function groupsOf(tree: SourceNode, ids: Set<string>, findings: Findings): Map<string, string> {
  const written = childOf(tree, 'groups');
  const items = written?.kind === 'list' ? written.items : [];
  const byId = new Map(items.map((group) => [textIn(group, 'id'), group]));
  const places = new Map<string, string>();
  for (const [index, group] of items.entries()) {
    const members = childOf(group, 'node_ids');
    for (const member of members?.kind === 'list' ? members.items : []) {
      const id = member.kind === 'scalar' ? member.text : '';
      if (ids.has(id)) places.set(id, namesOf(group, byId).join(' / '));
      else {
        const message = `the group "${textIn(group, 'name') ?? ''}" has a node "${id}", which there is not`;
        findings.warning({ code: 'unknown_member', place: member.place, path: ['groups', index, 'node_ids'], message });
      }
    }
  }
  return places;
}

function namesOf(group: SourceNode, byId: Map<string | undefined, SourceNode>): string[] {
  const names: string[] = [];
  for (let one: SourceNode | undefined = group; one && names.length < deepest; ) {
    names.unshift(textIn(one, 'name') ?? textIn(one, 'id') ?? '');
    const parent: string | undefined = givenIn(one, 'parent_group_id') && textIn(one, 'parent_group_id');
    one = parent === undefined ? undefined : byId.get(parent);
  }
  return names;
}
