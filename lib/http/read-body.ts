// Reads and checks a request's body: its type before its bytes, its size while reading, its fields last.
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import { isTooDeep } from '../nodes/parts/is-too-deep.ts';

/** A form of a page, or the same as JSON, which the schema is for. */
export type FormOrJson<Schema extends z.ZodType = z.ZodType> = { formOrJson: Schema };
export type BodyKind = z.ZodType | 'text' | 'form' | FormOrJson;
export type BodyOf<Kind> = Kind extends z.ZodType
  ? z.infer<Kind>
  : Kind extends 'text'
    ? string
    : Kind extends 'form'
      ? URLSearchParams
      : Kind extends FormOrJson<infer Schema>
        ? { form: URLSearchParams; json?: undefined } | { json: z.infer<Schema>; form?: undefined }
        : undefined;

const json = /^application\/json$/;
const form = /^application\/x-www-form-urlencoded$/;
const text = /^(text\/(plain|yaml|x-yaml)|application\/(yaml|x-yaml|json))$/;

const acceptedTypes = (kind: BodyKind): [RegExp, string] => {
  if (kind === 'text') return [text, 'text/yaml'];
  if (kind === 'form') return [form, 'application/x-www-form-urlencoded'];
  if ('formOrJson' in kind) return [/^application\/(json|x-www-form-urlencoded)$/, 'application/json or a form'];
  return [json, 'application/json'];
};

export async function readBody(request: Request, kind: BodyKind, maxBytes: number): Promise<unknown> {
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const [accepted, wanted] = acceptedTypes(kind);
  if (type !== '' && !accepted.test(type)) {
    throw new AppError('unsupported_type', `The body is ${type}; send ${wanted}.`);
  }
  const body = await readText(request, maxBytes);
  if (type === '' && body !== '')
    throw new AppError('unsupported_type', `The body has no Content-Type; send ${wanted}.`);
  if (kind === 'text') return body;
  if (kind === 'form') return new URLSearchParams(body);
  if ('formOrJson' in kind) {
    return form.test(type)
      ? { form: new URLSearchParams(body) }
      : { json: checkFields(kind.formOrJson, parseJson(body)) };
  }
  return checkFields(kind, parseJson(body));
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = () => new AppError('too_large', `The body is larger than ${maxBytes} bytes.`);
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  if (!request.body) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  let result = '';
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge();
      result += decoder.decode(chunk, { stream: true });
    }
    return result + decoder.decode();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('bad_request', 'The body is not UTF-8 text or was cut off.', { cause: error });
  }
}

function parseJson(body: string): unknown {
  if (body === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new AppError('bad_request', 'The body is not valid JSON.');
  }
  if (isTooDeep(value)) throw new AppError('bad_request', 'The body is nested too deeply.');
  return value;
}

export function checkFields<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => ({
    field: issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]].join('.') : issue.path.join('.'),
    message: issue.message,
  }));
  const list = problems.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; ');
  throw new AppError('bad_request', `The request has ${problems.length} problem(s): ${list}`, {
    details: { problems },
  });
}
