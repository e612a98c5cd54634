// The parameters of an address, as the schemas that read and describe them. One that is empty counts as not given; one that
// cannot be read is refused in one sentence that names it, what was given and what is allowed, and is never ignored.
import { z } from 'zod';
import { AppError } from '../errors.ts';

/** Fields made by the functions below: each takes text and says in its error what is allowed. */
export type QueryShape = Record<string, z.ZodType>;
export type QueryOf<Shape> = { [Name in keyof Shape]?: z.infer<Shape[Name]> };

const oneOf = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

export const text = ({ most }: { most: number }) => z.string().max(most, `at most ${most} characters long`);

/** Several at once, as `choices` are given. */
export const texts = ({ most }: { most: number }) => z.array(text({ most: 200 })).max(most, `at most ${most} at once`);

/** All parameters that begin with the name and a dot, by what follows it. */
export const named = ({ most }: { most: number }) => z.record(z.string().min(1), text({ most }));

export const choice = <const Choice extends readonly [string, ...string[]]>(choices: Choice) =>
  z.enum(choices, oneOf(choices));

/** Several at once, separated by commas or by giving the parameter again. */
export const choices = <const Choice extends readonly [string, ...string[]]>(all: Choice) => z.array(choice(all));

export function whole({ least = 0, most }: { least?: number; most?: number } = {}) {
  const error = `a whole number from ${least}${most === undefined ? '' : ` to ${most}`}`;
  return z
    .string()
    .regex(/^\d+$/, error)
    .transform(Number)
    .pipe(
      z
        .int(error)
        .min(least, error)
        .max(most ?? Number.MAX_SAFE_INTEGER, error),
    );
}

const words: Record<string, boolean> = { 1: true, true: true, 0: false, false: false };

export const onOff = () =>
  z
    .string()
    .transform((given) => words[given.toLowerCase()])
    .pipe(z.boolean('true or false'));

export function readQuery<Shape extends QueryShape>(shape: Shape, query: URLSearchParams): QueryOf<Shape> {
  const read = Object.entries(shape).flatMap(([name, schema]) => {
    if (schema instanceof z.ZodRecord) return readNamed(name, schema, query);
    const isList = schema instanceof z.ZodArray;
    const all = isList ? query.getAll(name).flatMap((value) => value.split(',')) : [query.get(name) ?? ''];
    const given = all.map((value) => value.trim()).filter(Boolean);
    if (given.length === 0) return [];
    const result = schema.safeParse(isList ? given : given[0]);
    if (result.success) return [[name, result.data]];
    const [issue] = result.error.issues;
    throw refused(name, given[Number(issue?.path[0] ?? 0)] ?? '', issue?.message ?? '');
  });
  return Object.fromEntries(read);
}

function readNamed(name: string, schema: z.ZodRecord, query: URLSearchParams): [string, unknown][] {
  const given = [...query].flatMap(([full, value]) =>
    full.startsWith(`${name}.`) && value.trim() ? [[full.slice(name.length + 1), value.trim()]] : [],
  );
  if (given.length === 0) return [];
  const result = schema.safeParse(Object.fromEntries(given));
  if (result.success) return [[name, result.data]];
  const [issue] = result.error.issues;
  const wrong = String(issue?.path[0] ?? '');
  throw refused(`${name}.${wrong}`, Object.fromEntries(given)[wrong] ?? '', issue?.message ?? '');
}

const longestShown = 60;

function refused(name: string, given: string, allowed: string): AppError {
  const shown = given.length > longestShown ? `${given.slice(0, longestShown)}…` : given;
  return new AppError('invalid_request', `The parameter "${name}" is "${shown}"; it must be ${allowed}.`, {
    details: { parameter: name, given: shown, allowed },
  });
}
