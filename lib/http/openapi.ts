// The description of the HTTP interface, OpenAPI 3.1, made from what the routes themselves read: the same schemas check a
// request and describe it, so that the two cannot disagree.
import { z } from 'zod';
import { type ErrorCode, errorStatus } from '../errors.ts';
import type { QueryShape } from './query.ts';
import type { BodyKind } from './read-body.ts';
import type { RouteOptions } from './route.ts';

export type Described = Pick<RouteOptions, 'may' | 'summary' | 'query' | 'body' | 'answers' | 'errors'>;
type Json = Record<string, unknown>;

const errorSchema = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
      message: z.string(),
      details: z.unknown().optional(),
    }),
  })
  .meta({ id: 'Error' });

/** By path, as `/api/runs/{runId}`, and method. */
export function describeApi(routes: Record<string, Record<string, Described>>): Json {
  const schemas: Json = {};
  const shape = (schema: z.ZodType, io: 'input' | 'output') => {
    const { $schema, $defs, ...own } = moved(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
    Object.assign(schemas, $defs);
    const { id, ...rest } = own;
    if (typeof id !== 'string') return own;
    schemas[id] = rest;
    return { $ref: `#/components/schemas/${id}` };
  };
  const paths = Object.entries(routes).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, options]) => [
        method.toLowerCase(),
        {
          summary: options.summary,
          ...(options.may === 'anyone' ? { security: [] } : {}),
          parameters: [...pathParameters(path), ...queryParameters(options.query ?? {}, shape)],
          ...(options.body === undefined ? {} : { requestBody: { content: contentOf(options.body, shape) } }),
          responses: { ...answersOf(options, shape), ...errorsOf(method, options, shape) },
        },
      ]),
    ),
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Gatehouse', version: '1' },
    security: [{ token: [] }, { session: [] }],
    paths: Object.fromEntries(paths),
    components: {
      schemas,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'gatehouse_session' },
      },
    },
  };
}

type Shape = (schema: z.ZodType, io: 'input' | 'output') => Json;

/** Zod puts named schemas beside the one that uses them; a description has one place for all. */
function moved(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

function pathParameters(path: string): Json[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
}

/** What a parameter is read as, not the text it is read from. */
function queryParameters(query: QueryShape, shape: Shape): Json[] {
  return Object.entries(query).map(([name, schema]) => {
    const described = shape(schema, 'output');
    if (!(schema instanceof z.ZodRecord)) return { name, in: 'query', schema: described };
    const propertyNames = { pattern: `^${name}\\.` };
    return { name, in: 'query', style: 'form', explode: true, schema: { ...described, propertyNames } };
  });
}

function contentOf(body: BodyKind, shape: Shape): Json {
  const form = { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } };
  if (body === 'text') return { 'text/yaml': { schema: { type: 'string' } } };
  if (body === 'form') return form;
  if ('formOrJson' in body) return { 'application/json': { schema: shape(body.formOrJson, 'input') }, ...form };
  return { 'application/json': { schema: shape(body, 'input') } };
}

/** As input: an answer may get further fields without breaking who reads it. */
function answersOf({ answers = {} }: Described, shape: Shape): Json {
  const content = (answer: z.ZodType | string) =>
    typeof answer === 'string' ? { [answer]: {} } : { 'application/json': { schema: shape(answer, 'input') } };
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [
      status,
      { description: 'Done', ...(answer === null ? {} : { content: content(answer) }) },
    ]),
  );
}

/** What the wrapper refuses by itself, and what the route says it may refuse. */
function errorsOf(method: string, { may, query, body, errors = [] }: Described, shape: Shape): Json {
  const codes: ErrorCode[] = [
    'wrong_host',
    ...(may === 'anyone' ? [] : (['not_signed_in', 'forbidden'] as const)),
    ...(method === 'GET' ? [] : (['wrong_origin'] as const)),
    ...(query ? (['invalid_request'] as const) : []),
    ...(body === undefined ? [] : (['bad_request', 'too_large', 'unsupported_type'] as const)),
    ...errors,
  ];
  const content = { 'application/json': { schema: shape(errorSchema, 'input') } };
  return Object.fromEntries(
    [...Map.groupBy(codes, (code) => errorStatus[code])].map(([status, all]) => [
      status,
      { description: [...new Set(all)].join(', '), content },
    ]),
  );
}
