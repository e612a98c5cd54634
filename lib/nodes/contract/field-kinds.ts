// What a field of a schema is to the language, beyond its shape. A text is a template unless it is marked here. What is
// checked in a file, where a node leads and what is rendered when all follow from these marks; no other list of fields
// exists. They are kept beside the schema, where the JSON Schema does not see them.
import { z } from 'zod';

/** Whether the node itself chooses this way, goes it by default, or goes it when it has failed. */
export type WayBy = 'branch' | 'next' | 'failure';

export type FieldMark =
  | { kind: 'expression'; within?: string }
  | { kind: 'target'; by: WayBy }
  | { kind: 'verbatim' }
  | { kind: 'lazy' }
  | { kind: 'kept' }
  | { kind: 'binding' };
export type FieldKind = FieldMark['kind'];

const marks = z.registry<FieldMark>();

/** Also of a schema that was made from a marked one, as by `min` and `describe`. */
export function markOf(schema: z.core.$ZodType): FieldMark | undefined {
  return marks.get(schema);
}

function marked<Schema extends z.ZodType>(schema: Schema, mark: FieldMark): Schema {
  marks.add(schema, mark);
  return schema;
}

/** A bare expression, without `${ }`; with `within`, only the rest of one that begins so. */
export const expression = (within?: string) =>
  marked(z.string(), { kind: 'expression', ...(within === undefined ? {} : { within }) });

/** A node id, one of the words for where a run goes, or a template that gives one. */
export const target = (by: WayBy = 'branch') => marked(z.string(), { kind: 'target', by });

/** A name that the expressions of its branches or rounds may use. */
export const binding = () => marked(z.string(), { kind: 'binding' });

// The others are made of any schema, which other fields may share: the mark is put on a copy.

/** Never a template: the `${…}` in a script belongs to the shell, and a value of the run must not reach an allow-list. */
export const verbatim = <Schema extends z.ZodType>(schema: Schema) => marked(schema.clone(), { kind: 'verbatim' });

/** Its templates are rendered by the node itself, one after the other, while it works. */
export const lazy = <Schema extends z.ZodType>(schema: Schema) => marked(schema.clone(), { kind: 'lazy' });

/** A value that the run keeps: whoever writes a reference there without `${ }` is told. */
export const keeps = <Schema extends z.ZodType>(schema: Schema) => marked(schema.clone(), { kind: 'kept' });
