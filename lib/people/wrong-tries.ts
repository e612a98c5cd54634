// Slows guessing, and keeps what is told of it short: counts wrong tries per address and in all. The counts are kept in the database, so that a restart forgives
// nothing; there are few of them, because what is refused is not counted. Only wrong tries are ever counted, so whoever holds
// a right secret is never kept out by others.
import type { Needs } from '../console/console.ts';
import { AppError } from '../errors.ts';

type Window = { startedAt: number; count: number };
type Limit = { tries: number; ms: number };
/** By what is guessed and the address that guesses; with no address, all of them together. */
type Windows = Map<string, Window>;
type House = Needs<'store' | 'wrongTries'>;

const perAddress: Limit = { tries: 10, ms: 60_000 };
const inAll: Limit = { tries: 100, ms: 3_600_000 };
const toldPerAddress: Limit = { tries: 1, ms: 60_000 };
const setting = 'wrong_tries';

const keyOf = (name: string, address = '') => `${name}\n${address}`;
const toldName = (what: string) => `told ${what}`;
function limitOf(key: string): Limit {
  if (key.endsWith('\n')) return inAll;
  return key.startsWith(toldName('')) ? toldPerAddress : perAddress;
}

function windowsOf({ store, wrongTries }: House): Promise<Windows> {
  wrongTries.windows ??= store
    .readSetting(setting)
    .then((text) => new Map(JSON.parse(text ?? '[]') as [string, Window][]));
  return wrongTries.windows;
}

function isOver(windows: Windows, key: string, at: number): boolean {
  const window = windows.get(key);
  return window !== undefined && at - window.startedAt < limitOf(key).ms && window.count >= limitOf(key).tries;
}

function count(windows: Windows, key: string, at: number): void {
  const window = windows.get(key);
  windows.set(key, window ? { ...window, count: window.count + 1 } : { startedAt: at, count: 1 });
}

const tooMany = () => new AppError('too_many_requests', 'Too many wrong tries. Wait a minute, then try again.');

/** Counts one, and which of all it is; null when there were too many before it. */
async function countOne(house: House, name: string, address: string, at: number): Promise<number | null> {
  const windows = await windowsOf(house);
  for (const [key, { startedAt }] of windows) if (at - startedAt >= limitOf(key).ms) windows.delete(key);
  const keys = [keyOf(name, address), keyOf(name)];
  if (keys.some((key) => isOver(windows, key, at))) return null;
  for (const key of keys) count(windows, key, at);
  const place = windows.get(keyOf(name))?.count ?? 1;
  await house.store.saveSetting(setting, JSON.stringify([...windows]));
  return place;
}

/** Counts one wrong try; refuses when there were too many before it. `name` is what is being guessed. */
export async function countWrongTry(house: House, name: string, address: string, at = Date.now()): Promise<void> {
  if ((await countOne(house, name, address, at)) === null) throw tooMany();
}

/** Whether one more is told of this address: once a minute, a hundred an hour in all, the last of which says that it is. */
export async function isTold(
  house: House,
  what: string,
  address: string,
  at = Date.now(),
): Promise<'yes' | 'as the last' | 'no'> {
  const place = await countOne(house, toldName(what), address, at);
  return place === null ? 'no' : place < inAll.tries ? 'yes' : 'as the last';
}

/** For secrets that a person may have chosen: asked before the secret is even compared. */
export async function checkWrongTries(house: House, name: string, address: string, at = Date.now()): Promise<void> {
  if (isOver(await windowsOf(house), keyOf(name, address), at)) throw tooMany();
}
