// What the parts of a chain share while it is translated: what its nodes are called, its variables, and where a target
// leads. `null` ends the chain; `→other` goes on in another one.
import type { Findings } from '../../problems/findings.ts';
import type { SourceEntry, SourceNode } from '../../source/source-tree.ts';
import type { Part } from '../borrowed-tree.ts';
import { mapFrom, scalarFrom } from '../borrowed-tree.ts';
import { inputPath } from '../context-inputs.ts';

export type ChainFile = {
  findings: Findings;
  ids: Map<string, string>;
  /** By what they are called in the file. */
  variables: Map<string, string>;
  /** Where branches come together again: no node of its own here, but the end of each of them. */
  joins: Map<string, SourceNode>;
  /** The node that goes on in another chain, made where it is first asked for. */
  jump(chain: string, origin: SourceNode): string;
};

const arrow = /^\s*(?:→|->|=>|chain:)\s*/;

/** The value of a variable: what a step or another chain gave it, else what the run was started with. */
export const variableText = (file: ChainFile, name: string): string => {
  const input = inputPath(file.variables.get(name) ?? name);
  return /^[A-Za-z_]\w*$/.test(name) ? `\${computed.${name} ?? ${input}}` : `\${${input}}`;
};

/** Undefined where nothing is written, which ends the chain as `null` does. */
export function targetFrom(file: ChainFile, written: SourceEntry | undefined, origin: SourceNode): Part {
  const value = written?.value;
  if (value?.kind !== 'scalar' || value.value === null || value.text === '') {
    return scalarFrom(value ?? origin, file.ids.has('complete') ? 'complete_chain' : 'complete');
  }
  const word = value.text;
  if (file.joins.has(word)) return scalarFrom(value, 'join');
  if (file.ids.has(word)) return scalarFrom(value, file.ids.get(word) ?? word);
  if (arrow.test(word)) return scalarFrom(value, file.jump(word.replace(arrow, '').trim(), value));
  return value;
}

/** `chain`, `chain#entry`, `chain:entry`: another chain, and where it begins. */
export function callOf(name: string, origin: SourceNode): Record<string, Part> {
  const [, chain = name, entry] = /^([^#:/@]+)[#:/@](.+)$/.exec(name) ?? [];
  return { type: 'call', workflow: chain.trim(), inputs: entry ? mapFrom(origin, { entry: entry.trim() }) : undefined };
}
