// Which keys a schema knows at a path, for "did you mean". Wrappers are looked through; a union knows the keys of all its members.
import type { z } from 'zod';
import type { Path } from '../source/source-tree.ts';

type Definition = {
  type: string;
  shape?: Record<string, z.core.$ZodType>;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  element?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  catchall?: z.core.$ZodType;
  options?: z.core.$ZodType[];
};

export function keysOf(schema: z.core.$ZodType, path: Path = []): string[] {
  const definition = schema._zod.def as Definition;
  const inner = definition.innerType ?? definition.in;
  if (inner) return keysOf(inner, path);
  if (definition.options) return definition.options.flatMap((option) => keysOf(option, path));
  const [key, ...rest] = path;
  if (key === undefined) return Object.keys(definition.shape ?? {});
  const child = definition.shape?.[key] ?? definition.element ?? definition.valueType;
  return child ? keysOf(child, rest) : [];
}
