// The parameters of an address. One that is empty counts as not given; one that cannot be read is refused in one sentence
// that names it, what was given and what is allowed, and is never ignored.
import { AppError } from '../errors.ts';

const longestShown = 60;

function textOf(query: URLSearchParams, name: string): string | undefined {
  return query.get(name)?.trim() || undefined;
}

function refused(name: string, given: string, allowed: string): AppError {
  const shown = given.length > longestShown ? `${given.slice(0, longestShown)}…` : given;
  return new AppError('invalid_request', `The parameter "${name}" is "${shown}"; it must be ${allowed}.`, {
    details: { parameter: name, given: shown, allowed },
  });
}

const oneOf = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

export function readText(query: URLSearchParams, name: string, { most }: { most: number }): string | undefined {
  const given = textOf(query, name);
  if (given !== undefined && given.length > most) throw refused(name, given, `at most ${most} characters long`);
  return given;
}

export function readChoice<Choice extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  return readChoices(query, name, choices)?.[0];
}

/** Several at once, separated by commas or by giving the parameter again. */
export function readChoices<Choice extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice[] | undefined {
  const given = query
    .getAll(name)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter(Boolean);
  const wrong = given.find((one) => !choices.includes(one as Choice));
  if (wrong !== undefined) throw refused(name, wrong, oneOf(choices));
  return given.length > 0 ? (given as Choice[]) : undefined;
}

export function readWhole(
  query: URLSearchParams,
  name: string,
  { least = 0, most = Number.MAX_SAFE_INTEGER }: { least?: number; most?: number } = {},
): number | undefined {
  const given = textOf(query, name);
  if (given === undefined) return undefined;
  const value = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  throw refused(name, given, `a whole number ${range}`);
}

export function readSwitch(query: URLSearchParams, name: string): boolean | undefined {
  const given = textOf(query, name)?.toLowerCase();
  if (given === undefined) return undefined;
  if (given === '1' || given === 'true') return true;
  if (given === '0' || given === 'false') return false;
  throw refused(name, given, 'true or false');
}
