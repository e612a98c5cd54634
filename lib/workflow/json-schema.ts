// The language as a JSON Schema, for editors: generated from the schemas that read a file, so that the two cannot disagree.
// It knows shapes only. Targets, references and whatever else needs the whole file are the loader's; and an unquoted
// `null` where text is wanted is refused here, because an editor cannot tell it from a value that is still missing.
import { z } from 'zod';
import { nodeDefinitions } from '../nodes/index.ts';
import { duration, durationPattern } from '../nodes/parts/duration.ts';
import { nodeGateSpec } from '../nodes/parts/gate-spec.ts';
import { idPattern, scopeNames } from './graph.ts';
import { commonSchema, fileSchema } from './schema.ts';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

type Properties = NonNullable<JsonSchema['properties']>;

/** Where text is wanted, an unquoted number, true or false is its own text: see parse-tree. */
const text = { type: ['string', 'number', 'boolean'] } as unknown as JsonSchema;
const name: JsonSchema = { pattern: idPattern.source };
const nodeId: JsonSchema = { ...name, not: { enum: [...scopeNames] } };
const gate: JsonSchema = { $ref: '#/$defs/gate' };

export function workflowJsonSchema(): JsonSchema {
  const { file = {}, ...fileParts } = withOwnNames(shapeOf(fileSchema), 'file');
  const { inputs, servers, roles } = file.properties as Record<string, JsonSchema>;
  const common = commonProperties();
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Gatehouse workflow',
    ...file,
    properties: {
      ...file.properties,
      gatehouse: { const: 1, description: 'The version of the language' },
      inputs: { ...inputs, propertyNames: name },
      servers: { ...servers, propertyNames: name },
      roles: { ...roles, propertyNames: name },
      nodes: {
        description: 'The steps, in their order: each goes on to the following one unless it says otherwise',
        type: 'object',
        minProperties: 1,
        propertyNames: nodeId,
        additionalProperties: {
          type: 'object',
          required: ['type'],
          properties: { type: { enum: Object.keys(nodeDefinitions) } },
          oneOf: Object.keys(nodeDefinitions).map((type) => ({ $ref: `#/$defs/node_${type}` })),
        },
      },
    },
    required: ['gatehouse', 'name', 'nodes'],
    $defs: {
      text,
      ...fileParts,
      gate: shapeOf(nodeGateSpec),
      common: { properties: common },
      ...Object.assign(
        {},
        ...Object.values(nodeDefinitions).map((definition) =>
          withOwnNames(nodeSchema(definition, common), `node_${definition.type}`),
        ),
      ),
    },
  };
}

function commonProperties(): Properties {
  const { type, ...properties } = shapeOf(commonSchema).properties ?? {};
  return { ...properties, gate: { description: 'Asks people', anyOf: [gate, { type: 'array', items: gate }] } };
}

/** A node's own fields and those that every node has; where both know a key, its own meaning wins. */
function nodeSchema(
  { type, summary, fields }: (typeof nodeDefinitions)[keyof typeof nodeDefinitions],
  common: Properties,
) {
  const own = shapeOf(fields);
  const shared = Object.fromEntries(
    Object.keys(common).map((key) => [key, { $ref: `#/$defs/common/properties/${key}` }]),
  );
  const withShared = ({ properties = {}, required = [], ...rest }: JsonSchema): JsonSchema => ({
    ...rest,
    properties: { type: { const: type, description: summary }, ...shared, ...properties },
    required: ['type', ...required],
  });
  const members = own.properties ? undefined : ((own.anyOf ?? own.oneOf) as JsonSchema[] | undefined);
  return members ? { ...own, anyOf: members.map(withShared), oneOf: undefined } : withShared(own);
}

function shapeOf(schema: z.ZodType): JsonSchema {
  const { $schema, ...shape } = z.toJSONSchema(schema, { io: 'input', override: asWritten });
  return shape;
}

/** A schema that contains itself is written once, and zod's own name for it is good for one call only. */
function withOwnNames({ $defs = {}, ...schema }: JsonSchema, owner: string): Record<string, JsonSchema> {
  const parts = {
    [owner]: schema,
    ...Object.fromEntries(Object.entries($defs).map(([key, part]) => [key.replace('__schema', `${owner}_`), part])),
  };
  return JSON.parse(JSON.stringify(parts).replaceAll('"#/$defs/__schema', `"#/$defs/${owner}_`));
}

function asWritten({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
  const { def } = zodSchema._zod;
  if (def.type === 'record') delete jsonSchema.propertyNames;
  if (def.type !== 'string') return;
  const pattern = zodSchema === duration ? durationPattern.source : jsonSchema.pattern;
  if (pattern === undefined) {
    delete jsonSchema.type;
    jsonSchema.$ref = '#/$defs/text';
  } else {
    // A pattern judges text only. What the plain text it was made from got above is taken back, and zod's own names
    // of formats mean nothing to an editor.
    delete jsonSchema.$ref;
    delete jsonSchema.format;
    Object.assign(jsonSchema, { type: 'string', pattern });
  }
}
