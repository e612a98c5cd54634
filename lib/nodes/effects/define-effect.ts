// What an effect is: one small typed step of an action. It reads the run's data through the context and answers with what
// it wants, as data; it touches nothing itself. A failure is thrown here and becomes a value in the action.
import { z } from 'zod';
import type { Change, DecideContext } from '../define-node.ts';

export type Deed = {
  changes?: Change[];
  message?: string;
  checkpoint?: { name: string; label: string };
  /** The checkpoint whose data the run goes back to. */
  rollback?: string;
  /** Where the node leads. */
  to?: string;
};

export type Effect = { type: string; [field: string]: unknown };

export type EffectDefinition<Fields = Record<string, unknown>> = {
  type: string;
  schema: z.ZodObject;
  /** Names of the fields that are bare expressions rather than templates. */
  expressions: string[];
  /** Paths of the run's data that the effect sets. */
  writes(fields: Fields): string[];
  /** The field that is a target. */
  target: string | null;
  /** The field that these fields need and do not have. */
  lacks(fields: Fields): string | null;
  run(fields: Fields, ctx: DecideContext): Deed;
};

type Parts<Fields> = {
  expressions?: string[];
  writes?(fields: Fields): string[];
  target?: string;
  lacks?(fields: Fields): string | null;
  run(fields: Fields, ctx: DecideContext): Deed;
};

export function defineEffect<Shape extends z.ZodRawShape>(
  type: string,
  shape: Shape,
  { expressions = [], writes = () => [], target, lacks = () => null, run }: Parts<z.infer<z.ZodObject<Shape>>>,
): EffectDefinition<z.infer<z.ZodObject<Shape>>> {
  const schema = z.strictObject({ type: z.literal(type), ...shape }) as unknown as z.ZodObject;
  return { type, schema, expressions, writes, target: target ?? null, lacks, run };
}
