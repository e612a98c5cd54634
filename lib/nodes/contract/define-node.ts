// What a node type is: its fields, how it fits into a workflow, and either a pure decision or a piece of work. Nobody else
// knows a type by its name: what a type is to the others, it says here. What its fields are, their marks say (field-kinds).
// A node sees the world only through its context and reports a failure as a value, never as an exception.
import type { z } from 'zod';
import type { GateSpec } from '../parts/gate-spec.ts';
import type { Outside } from '../parts/outside.ts';
import type { DecideContext, NodeContext } from './node-context.ts';
import type { Claim, Decision, Outcome, Suspended } from './outcome.ts';

/** Something wrong with a node that its schema cannot tell, at a place below it; without `isError` it is only doubtful. */
export type Complaint = {
  code: string;
  at: (string | number)[];
  /** Goes on after `node "x" `. */
  message: string;
  suggestion?: string;
  isError: boolean;
};

/** The model that a role names; without one, that of the node's own role. */
export type ModelOf = (role?: string) => string | null;
export const noModels: ModelOf = () => null;

// biome-ignore lint/suspicious/noExplicitAny: the registry holds definitions of every type; each checks its own fields
export type NodeDefinition<Fields = any> = {
  type: string;
  /** work has a result that `prev` means; control only chooses a way; people asks. */
  group: 'work' | 'control' | 'people';
  summary: string;
  /** The node's own fields, beyond those that every node has. */
  fields: z.ZodType<Fields>;
  check?(fields: Fields): Complaint[];

  /** Paths of the run's data that the node may set, beyond `save`; `*` when only the run can tell. */
  writes?(fields: Fields): string[];
  /** True when its decision may go back to a checkpoint's data. */
  restores?(fields: Fields): boolean;
  /** Under which name its result, when that is a list, can also be read. */
  listName?(fields: Fields): string | undefined;
  /** Every name that its result can be read by, where that is known before it has worked; those of `value` apart. */
  gives?(fields: Fields): { names: string[]; value: string[] } | null;
  /** The part of its result that whoever compares the whole of it means, with `it` for the result. */
  mainResult?: string;

  /** True when running on to the following node is not implied (if, end …). */
  neverFallsThrough?: boolean;
  /** Where a disabled node of this type leads; undefined means next. */
  passedBy?(fields: Fields): string | undefined;
  /** What a disabled node lacks that would say where it leads, when it runs on only for want of it. */
  passedWithout?(fields: Fields): string | undefined;
  /** It is a loop: where a round begins, and how many there are at most. */
  rounds?(fields: Fields): { body: string; most: number };
  /** The loop whose round ends here. */
  endsRoundOf?(fields: Fields): string;
  /** What it walks at the same time, by name; without one where only the run knows how many there are. */
  branches?(fields: Fields): { key: string | null; start: string }[];
  endsRun?: boolean;
  /** The question to people that the node itself is. */
  asks?(fields: Fields): GateSpec;
  /** It waits for a time, a signal or another run, and nobody has anything to answer meanwhile. */
  waitsAlone?: boolean;
  /** Runs beside the rest of the workflow: joined at the first reference to it, or at the end. */
  isBackground?(fields: Fields): boolean;

  /** The MCP servers that must be approved before an attempt may start. */
  servers?(fields: Fields): string[];
  /** What its program uses of the machine besides its room. */
  outside?(fields: Fields): Outside;
  /** What a run will execute because of this node, in words, for the start form; `modelOf` a role, or of the node's own. */
  executes?(fields: Fields, modelOf: ModelOf): string[];
  /** The Markdown files that it follows, which the run keeps as they are when it starts. */
  follows?(fields: Fields): { kind: 'skill' | 'command' | 'agent'; name: string }[];
  /** A model works on it, rather than a program. */
  usesModel?: boolean;
  /** A repeated attempt does no harm: an interrupted one is retried without asking. `onlyRead` of what it called so far. */
  idempotent?(fields: Fields, did: { onlyRead: boolean }): boolean;
  /** For a type that both decides and executes: whether these fields need the outside. */
  acts?(fields: Fields): boolean;

  /** Goes several ways, or waits. A node has one of `claim`, `decide` and `execute`; one that `acts` only sometimes has two. */
  claim?(fields: Fields, ctx: DecideContext): Claim;
  /** Decides from the run's state alone, at once. */
  decide?(fields: Fields, ctx: DecideContext): Decision;
  /** Acts on the outside, with fields already rendered. */
  execute?(fields: Fields, ctx: NodeContext): Promise<Outcome | Suspended>;
};

/** Whether a node of these fields works outside of the pure engine. */
export function doesWork(definition: NodeDefinition | undefined, fields: unknown): boolean {
  return definition?.execute !== undefined && (definition.acts?.(fields) ?? true);
}

export function defineNode<Fields>(definition: NodeDefinition<Fields>): NodeDefinition<Fields> {
  return definition;
}
