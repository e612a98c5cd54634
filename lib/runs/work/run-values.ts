// Finds the values of a run that its state only has handles of: for a decision, which is made again once what it needs is
// loaded; for work, which gets everything whole; and for another run, which gets files of its own.
import {
  listValues,
  readValue,
  readValueNow,
  type ValuePlace,
  valueFile,
  writeValue,
} from '../../clients/files/value-files.ts';
import type { Needs } from '../../console/console.ts';
import type { RunState } from '../../engine/state.ts';
import { isNeedsValue, type LargeValue, needsValue, type Values, wholeValue } from '../../nodes/parts/large-value.ts';
import { shareFile } from './copy-files.ts';
import type { LiveRun } from './live-run.ts';

const placeOf = ({ workflow, run }: Pick<RunState, 'workflow' | 'run'>): ValuePlace => ({ workflow, run });

export type Loaded = { value: unknown; bytes: number } | { error: unknown; bytes: number };

/** What a run keeps in memory of its large values; a decision that needs more is made, and then all are forgotten. */
const mostLoaded = 64 * 1024 * 1024;

/** A value that cannot be read is a failure of what needs it, not of the console. */
async function load(house: Needs<'env'>, place: ValuePlace, { $value: hash, bytes }: LargeValue): Promise<Loaded> {
  return readValue(house.env.dataDirectory, place, hash).then(
    (value) => ({ value, bytes }),
    (error: unknown) => ({ error, bytes: 0 }),
  );
}

function forgetTooMany(loaded: Map<string, Loaded>): void {
  let sum = 0;
  for (const { bytes } of loaded.values()) sum += bytes;
  if (sum > mostLoaded) loaded.clear();
}

type Valued = Pick<LiveRun, 'fresh' | 'loaded'> & { state: Pick<RunState, 'workflow' | 'run'>; values?: Values };

function valuesAtHand(house: Needs<'env'>, { fresh, loaded }: Valued): Values {
  const values: Values = (handle) => {
    const known = fresh.get(handle.$value) ?? loaded.get(handle.$value);
    if (!known) throw needsValue(handle);
    if ('error' in known) throw known.error;
    return known.value;
  };
  values.most = house.env.limits.value;
  return values;
}

/** Decides as often as there is something more to load; at once when there is nothing. */
export function decideWith<T>(house: Needs<'env'>, run: Valued, decide: (values: Values) => T): T | Promise<T> {
  const { state, loaded } = run;
  run.values ??= valuesAtHand(house, run);
  try {
    const decided = decide(run.values);
    if (loaded.size > 0) forgetTooMany(loaded);
    return decided;
  } catch (error) {
    if (!isNeedsValue(error)) throw error;
    const { handle } = error;
    return load(house, placeOf(state), handle).then((value) => {
      loaded.set(handle.$value, value);
      return decideWith(house, run, decide);
    });
  }
}

/** Everything that a value of this run stands for. */
export async function loadWhole<T>(
  house: Needs<'env'>,
  state: Pick<RunState, 'workflow' | 'run'>,
  value: T,
): Promise<T> {
  const nothing = { fresh: new Map(), loaded: new Map() };
  return decideWith(house, { state, ...nothing }, (values) => wholeValue(value, values) as T);
}

/** The same for each of several values, none of which may be too large. */
export async function loadFields<Fields extends Record<string, unknown>>(
  house: Needs<'env'>,
  state: Pick<RunState, 'workflow' | 'run'>,
  fields: Fields,
): Promise<Fields> {
  const names = Object.keys(fields);
  const whole = await Promise.all(names.map(async (name) => [name, await loadWhole(house, state, fields[name])]));
  return Object.fromEntries(whole) as Fields;
}

/** For a node in the middle of its work, where everything the state names is on disk. */
export function valuesNow(house: Needs<'env'>, state: Pick<RunState, 'workflow' | 'run'>): Values {
  const read = new Map<string, unknown>();
  const values: Values = ({ $value: hash }) => {
    if (!read.has(hash)) read.set(hash, readValueNow(house.env.dataDirectory, placeOf(state), hash));
    return read.get(hash);
  };
  values.most = house.env.limits.value;
  return values;
}

/** What the pending events name is on disk before they are. */
export async function writeFresh(house: Needs<'env'>, { state, fresh }: LiveRun): Promise<void> {
  for (const [hash, { text }] of fresh) await writeValue(house.env.dataDirectory, placeOf(state), hash, text);
  fresh.clear();
}

/** Another run that begins with this one's data, or is told of it, has the same values under its own name. */
export async function shareValues(house: Needs<'env'>, from: ValuePlace, to: ValuePlace): Promise<void> {
  const data = house.env.dataDirectory;
  for (const hash of await listValues(data, from)) {
    await shareFile(valueFile(data, from, hash), valueFile(data, to, hash));
  }
}
