// What a foreign format is to the loader. It stands between reading the source and reading the root: tree to tree, so that
// everything the native reader and its checks say about a translated file is said at the line and column that was written.
//
// A run keeps only its text, so the format is found again by the text alone: `recognises` looks at the shape of the file
// and at nothing else. A file with a `gatehouse` key is native and never asked about. The first dialect of the list that
// recognises a file translates it.
import type { Missing } from '../expression/expression.ts';
import type { Findings } from '../problems/findings.ts';
import type { SourceMap, SourceNode } from '../source/source-tree.ts';

/** Of several the one with the most `signs` is named. `why` goes on after `it is nearest to player, but `. */
export type Resemblance = { signs: number; why: string };

export type Dialect = {
  /** What the format is called, for people and for programs. */
  format: string;
  /** What a reference to something that is not there means in this format. */
  missing: Missing;
  recognises(tree: SourceNode): boolean;
  /** For a file that no format recognises: how near it is to this one, and why it is not one of it. Null when it is not. */
  resembles(tree: SourceNode): Resemblance | null;
  /** How many nodes the file has in its own words, where some are added or taken apart here. */
  written?(tree: SourceNode): number;
  /**
   * The same workflow as the native root (`name`, `inputs`, `nodes` …; no `gatehouse`), made with the builders of
   * borrowed-tree. What cannot be said in the native language is an error among the findings; null when nothing can.
   */
  translate(tree: SourceNode, findings: Findings): SourceMap | null;
};
