// What an effect is: one small typed step of an action. A pure one reads the run's data and answers with what it wants, as
// data. An acting one reaches the outside through the node's context first, and answers in the same way. Both render their
// own fields, so that they see what earlier effects did. A failure is thrown here and becomes a value in the action.
import { z } from 'zod';
import type { ModelOf } from '../contract/define-node.ts';
import type { DecideContext, NodeContext } from '../contract/node-context.ts';
import type { Change, Suspended } from '../contract/outcome.ts';

export type EffectResult = {
  changes?: Change[];
  message?: string;
  /** Also a warning of the run. */
  warning?: string;
  checkpoint?: { name: string; label: string };
  /** The checkpoint whose data the run goes back to. */
  rollback?: string;
  /** Where the node leads. */
  to?: string;
};

export type Effect = { type: string; [field: string]: unknown };

/** A slip that the fields' types cannot tell, at one of the fields or at the whole effect. */
export type Fault = { field?: string; message: string };

type Parts<Fields> = {
  /** Paths of the run's data that the effect sets. */
  writes(fields: Fields): string[];
  fault(fields: Fields): Fault | null;
  /** What it changes outside, in words; nothing when it only reads. */
  executes(fields: Fields, modelOf: ModelOf): string[];
  /** The MCP servers it calls. */
  servers(fields: Fields): string[];
  /** Nothing outside is different after it. */
  isRead(fields: Fields): boolean;
};

type Pure<Fields> = { run(fields: Fields, ctx: DecideContext): EffectResult };
type Acting<Fields> = { act(fields: Fields, ctx: NodeContext): Promise<EffectResult | Suspended> };

// biome-ignore lint/suspicious/noExplicitAny: the registry holds definitions of every effect; each checks its own fields
export type EffectDefinition<Fields = any> = { type: string; schema: z.ZodObject } & Parts<Fields> &
  (Pure<Fields> | Acting<Fields>);

export const mustBeGiven = 'must be given';

export function defineEffect<Shape extends z.ZodRawShape>(
  type: string,
  shape: Shape,
  parts: Partial<Parts<z.infer<z.ZodObject<Shape>>>> &
    (Pure<z.infer<z.ZodObject<Shape>>> | Acting<z.infer<z.ZodObject<Shape>>>),
): EffectDefinition<z.infer<z.ZodObject<Shape>>> {
  const schema = z.strictObject({ type: z.literal(type), ...shape }) as unknown as z.ZodObject;
  return {
    type,
    schema,
    writes: () => [],
    fault: () => null,
    executes: () => [],
    servers: () => [],
    isRead: () => false,
    ...parts,
  };
}
