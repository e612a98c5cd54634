// What the expansions of composite nodes share.
import type { SourceEntry, SourceNode } from '../../source/source-tree.ts';
import { entryFrom, mapFrom, type Part } from '../borrowed-tree.ts';

export type Expanded = { entries: SourceEntry[]; first: string };
export type Refuse = (entry: SourceEntry, what: string) => void;

/** A node of its own that stands where its composite does. */
export const made = (entry: SourceEntry, suffix: string, parts: Record<string, Part>): SourceEntry =>
  entryFrom(entry, `${entry.key}__${suffix}`, mapFrom(entry, parts));

export const setState = (entry: SourceEntry, field: string, value: Part): SourceNode =>
  mapFrom(entry, { type: 'mutate_state', operation: 'set', field, value });
