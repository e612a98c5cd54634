// Every kind of node that a blueprint has, and the endings beside them.

import { scopeNames } from '../../../graph.ts';
import { childOf, entryOf, type SourceEntry, type SourceMap } from '../../../source/source-tree.ts';
import { fieldsOf } from '../fields.ts';
import { refuse, type Translation, textOf } from '../translation.ts';
import { action, reference } from './action.ts';
import { conditional } from './conditional.ts';
import { endingOf } from './ending.ts';
import type { NodeTranslation } from './node.ts';
import { userPrompt } from './user-prompt.ts';
import { validationGate } from './validation-gate.ts';

const kinds: Record<string, NodeTranslation> = {
  action,
  conditional,
  user_prompt: userPrompt,
  validation_gate: validationGate,
  reference,
  ending: endingOf(true),
};

const reserved = new Set<string>(scopeNames);

/** A node whose name means something else in expressions has another here, and keeps its own to be shown. */
function nameNodes(entries: SourceEntry[], { aliases }: Translation): void {
  const ids = new Set(entries.map(({ key }) => key));
  for (const { key } of entries) {
    if (!reserved.has(key)) continue;
    let id = `${key}_`;
    while (ids.has(id)) id += '_';
    aliases.set(key, id);
  }
}

export function translateNodes(root: SourceMap, translation: Translation): SourceEntry[] {
  const [nodes, endings] = ['nodes', 'endings'].map((key) => childOf(root, key));
  const own = nodes?.kind === 'map' ? nodes.entries : [];
  const ends = endings?.kind === 'map' ? endings.entries : [];
  nameNodes([...own, ...ends], translation);
  nameDefaultError(root, [...own, ...ends], translation);
  return [
    ...own.flatMap((entry) => translateNode(entry, 'nodes', translation)),
    ...ends.flatMap((entry) => translateNode(entry, 'endings', translation)),
  ];
}

/** Composites lead to `default_error`, whatever the file calls it. */
function nameDefaultError(root: SourceMap, entries: SourceEntry[], { aliases }: Translation): void {
  if (entries.some(({ key }) => key === 'default_error')) return;
  const named = textOf(entryOf(root, 'default_error')?.value);
  aliases.set('default_error', named === null ? 'escalate' : (aliases.get(named) ?? named));
}

function translateNode(entry: SourceEntry, top: 'nodes' | 'endings', translation: Translation): SourceEntry[] {
  const inside = { ...translation, path: ['nodes', entry.key] };
  if (entry.value.kind !== 'map') {
    refuse(inside, entry.place, 'wrong_type', 'it must be a group of keys');
    return [];
  }
  const fields = fieldsOf(entry.value);
  const translateOne = top === 'endings' ? endingOf(false) : kinds[fields.type];
  if (!translateOne || (top === 'nodes' && !Object.hasOwn(kinds, fields.type))) {
    const place = entryOf(entry.value, 'type')?.value.place ?? entry.place;
    const what = fields.type === '' ? 'it needs "type"' : `it has unknown type "${fields.type}"`;
    refuse(
      inside,
      place,
      'unknown_type',
      `${what}; the types are ${Object.keys(kinds).join(', ')}, confirm, gated_action, goal_seek`,
    );
    return [];
  }
  const id = translation.aliases.get(entry.key) ?? entry.key;
  const made = translateOne({ id, entry, fields }, inside);
  fields.warnUnused(inside);
  return made;
}
