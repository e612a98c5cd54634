// The texts of a node that the run works out: bare expressions where a field is marked as one, and templates wherever else
// a text is not taken as it is written. The one list for checking them and for writing them anew.
import type { z } from 'zod';
import type { FieldKind } from '../nodes/contract/field-kinds.ts';
import { namesOfKind } from '../nodes/contract/marked-fields.ts';
import type { LoadedNode } from './load-nodes.ts';
import { fieldsOfKind } from './node-fields.ts';
import { commonSchema } from './schema.ts';
import { nodeAt, type Path, pathText, type SourceMap, type SourceScalar, scalarsOf } from './source/source-tree.ts';

/** `within` is what an expression goes on from, where only its rest is written. */
export type WorkedText = { at: Path; scalar: SourceScalar; kind: 'expression' | 'template'; within?: string };
type Written = { at: Path; within?: string };

export function textsOf(node: LoadedNode): WorkedText[] {
  const { tree, definition, fields } = node;
  const raw: Path[] = [
    ...[commonSchema, ...(definition ? [definition.fields] : [])].flatMap((schema) => namesIn(schema, 'verbatim')),
    // Which of their texts are templates is only known of fields that could be read.
    ...(definition && !fields
      ? namesIn(definition.fields, 'lazy')
      : fieldsOfKind(node, 'verbatim').map(({ at }) => at)),
  ];
  return textsIn(tree, fieldsOfKind(node, 'expression'), raw);
}

const namesIn = (schema: z.ZodType, kind: FieldKind): Path[] => [...namesOfKind(schema, kind)].map((name) => [name]);

/** Expressions stand at the given places; whatever else is text may be a template. */
export function textsIn(tree: SourceMap, expressions: readonly Written[], raw: Path[] = []): WorkedText[] {
  const bare = new Set(expressions.map(({ at }) => pathText(at)));
  const isRaw = (at: Path) => raw.some((place) => place.every((key, index) => at[index] === key));
  return [
    ...expressions.flatMap(({ at, within }): WorkedText[] => {
      const scalar = nodeAt(tree, at);
      if (scalar?.kind !== 'scalar') return [];
      return [{ at, scalar, kind: 'expression', ...(within === undefined ? {} : { within }) }];
    }),
    ...[...scalarsOf(tree)].flatMap(({ path: at, scalar }): WorkedText[] =>
      isRaw(at) || bare.has(pathText(at)) ? [] : [{ at, scalar, kind: 'template' }],
    ),
  ];
}
