// Templates of a composer, which a player walks: skills, commands, programs and agents with checkpoints between them, in the
// order that their edges give. A reference to what is not there is an empty text, and a warning.
import { childOf, entryOf, type SourceMap, type SourceNode } from '../../source/source-tree.ts';
import {
  entryFrom,
  givenIn,
  listFrom,
  literally,
  mapFrom,
  mapOfEntries,
  type Part,
  scalarFrom,
  textIn,
} from '../borrowed-tree.ts';
import { translateInputs } from '../context-inputs.ts';
import type { Dialect, Resemblance } from '../dialect.ts';
import { legalIds } from '../legal-ids.ts';
import { resemblanceByKeys } from '../resemblance.ts';
import { groupsOf, type Needs, needsOf } from './order.ts';
import { agentRoles, type TemplateNode, type Translating, translateWork } from './work.ts';

const needed = ['template_id', 'nodes', 'edges', 'context_schema'];
const types = ['skill', 'command', 'cli', 'agent', 'checkpoint'];

const isType = (node: SourceNode) => types.includes(textIn(node, 'type') ?? '');

/** Nodes of a template have a type of theirs and say who carries them out. */
function hasTemplateNodes(tree: SourceNode): boolean {
  const nodes = childOf(tree, 'nodes');
  const isOne = (node: SourceNode) => isType(node) && (entryOf(node, 'executor') ?? entryOf(node, 'args_template'));
  return nodes?.kind === 'list' && nodes.items.some(isOne);
}

/** Other records of the same system are not what it plays. */
function otherRecord(tree: SourceNode): Resemblance | null {
  const has = (...keys: string[]) => keys.every((key) => entryOf(tree, key));
  if (has('node_states') || has('execution_plan'))
    return { signs: 9, why: 'it is the state of a session, not the template that it plays' };
  if (has('checkpoint_id') || has('node_states_snapshot'))
    return { signs: 9, why: 'it is a checkpoint of a session, not the template that it plays' };
  if (isType(tree) && (has('id') || has('executor'))) return { signs: 9, why: 'it is one node of a template' };
  const first = tree.kind === 'list' ? tree.items[0] : undefined;
  if (first && entryOf(first, 'batch'))
    return { signs: 9, why: 'it is the plan of a session, not the template that it plays' };
  const one = tree.kind === 'map' ? tree.entries[0]?.value : undefined;
  if (one && entryOf(one, 'status') && (entryOf(one, 'snapshot_path') ?? entryOf(one, 'session_id')))
    return { signs: 9, why: 'it is the state of a session’s nodes, not the template that it plays' };
  const templates = childOf(tree, 'templates');
  return templates?.kind === 'list' ? { signs: 4, why: 'it is a list of templates, not one of them' } : null;
}

export const player: Dialect = {
  format: 'player',
  missing: 'empty',
  recognises: (tree) =>
    otherRecord(tree) === null &&
    (entryOf(tree, 'template_id') !== undefined ||
      (entryOf(tree, 'context_schema') !== undefined && childOf(tree, 'nodes')?.kind === 'list') ||
      hasTemplateNodes(tree)),
  resembles: (tree) =>
    otherRecord(tree) ??
    resemblanceByKeys(tree, { telling: ['context_schema', 'atomic_groups', 'source_session'], needed }),
  translate(tree, findings) {
    const lacking = needed.filter((key) => !entryOf(tree, key));
    for (const key of lacking) {
      const message = `a template needs "${key}"`;
      findings.error({ code: 'missing', place: tree.place, path: [key], message });
    }
    const list = givenIn(tree, 'nodes');
    if (list?.value.kind !== 'list' || list.value.items.length === 0) {
      if (list)
        findings.error({
          code: 'missing',
          place: list.place,
          path: ['nodes'],
          message: '"nodes" must be a list with at least one node',
        });
      else if (entryOf(tree, 'nodes'))
        findings.error({ code: 'missing', place: tree.place, path: ['nodes'], message: 'a template needs nodes' });
      return null;
    }
    const read = list.value.items.flatMap((item, index) => readNode(item, index, findings));
    if (read.length === 0) return null;
    const ids = legalIds(read.map(({ written }) => written));
    const nodes = read.map((node): TemplateNode => ({ ...node, id: ids.get(node.written) ?? node.written }));
    const inputs = translateInputs(givenIn(tree, 'context_schema'), findings);
    const written = new Set(ids.keys());
    const needs = needsOf(givenIn(tree, 'edges')?.value, written, findings);
    const groups = groupsOf(
      nodes.map(({ written: id, tree: one }) => ({ id, tree: one })),
      needs,
      findings,
    );
    const translating: Translating = { findings, names: { ids, inputs: inputs.names } };
    const entries = nodes.map((node) => entryFrom(node, node.id, nodeOf(node, needs, groups, translating)));
    return mapFrom(tree, {
      name: givenIn(tree, 'name') ?? givenIn(tree, 'template_id'),
      version: givenIn(tree, 'version'),
      description: givenIn(tree, 'description'),
      tags: givenIn(tree, 'tags'),
      inputs: inputs.tree,
      roles: agentRoles(nodes),
      nodes: mapOfEntries(list, entries),
    });
  },
};

function readNode(tree: SourceNode, index: number, findings: Translating['findings']): Omit<TemplateNode, 'id'>[] {
  const id = givenIn(tree, 'id')?.value;
  if (tree.kind === 'map' && id?.kind === 'scalar') return [{ tree, written: id.text, place: id.place }];
  const message = tree.kind === 'map' ? 'this node needs "id"' : 'a node is a group of keys with "id" and "type"';
  findings.error({ code: 'missing', place: tree.place, path: ['nodes', index], message });
  return [];
}

function nodeOf(node: TemplateNode, needs: Needs, groups: Map<string, string>, translating: Translating): SourceMap {
  const { tree, written } = node;
  const { findings, names } = translating;
  const group = groups.get(written);
  const work = translateWork(node, group !== undefined, translating);
  if (!work) {
    const type = givenIn(tree, 'type');
    const word = textIn(tree, 'type') ?? '';
    const message = type ? `node "${written}" has the unknown type "${word}"` : `node "${written}" needs "type"`;
    const suggestion = findings.didYouMean(word, types) ?? `the types of a template are ${types.join(', ')}`;
    const place = type?.value.place ?? node.place;
    findings.error({ code: 'unknown_type', place, path: ['nodes', node.id, 'type'], message, suggestion });
  }
  const before = needs.get(written) ?? [];
  const name = givenIn(tree, 'name');
  return mapFrom(node, {
    ...(work ?? { type: 'checkpoint' }),
    name: name?.value.kind === 'scalar' ? name.value : undefined,
    description: givenIn(tree, 'description'),
    needs: before[0]
      ? listFrom(
          before[0],
          before.map((one) => scalarFrom(one, names.ids.get(one.text) ?? one.text)),
        )
      : undefined,
    parallel_group:
      group === undefined ? undefined : literally(scalarFrom(givenIn(tree, 'parallel_group') ?? node, group)),
    ...failureOf(node, findings),
  });
}

/** `abort` asks people, which is what is done without a word; `retry` tries once more before that. */
function failureOf({ tree, written }: TemplateNode, findings: Translating['findings']): Record<string, Part> {
  const entry = givenIn(tree, 'on_fail');
  const word = textIn(tree, 'on_fail') ?? 'abort';
  if (!entry || word === 'abort') return {};
  if (word === 'skip') return { on_failure: scalarFrom(entry.value, 'skip') };
  if (word === 'retry') return { retry: mapFrom(entry, { attempts: 2 }) };
  const message = `node "${written}" has an unknown "on_fail": ${word}`;
  const suggestion = findings.didYouMean(word, ['abort', 'skip', 'retry']) ?? 'it is one of abort, skip, retry';
  findings.error({
    code: 'wrong_value',
    place: entry.value.place,
    path: ['nodes', written, 'on_fail'],
    message,
    suggestion,
  });
  return {};
}
