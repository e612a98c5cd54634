// What is written down of a fixture when it is made, and how it is compared when it is opened, wherever that is.
import { createHash } from 'node:crypto';
import { anyPlace } from './archive.ts';
import type { Gatehouse, RunEvent } from './console.ts';

export type Fixture = {
  /** The runs by the name that says what is to be done about them. */
  runs: Record<string, { id: string; status: string; seq: number; events: string }>;
  /** Tokens of gate links, by the name of the run. */
  links: Record<string, string>;
  /** The browser's part of a session. */
  session: string;
  /** The value of the secret input, which nothing else may hold. */
  secret: string;
};

/** In the archive: the state of each run, and of a long one as of an old event. */
export type States = { now: Record<string, ToldState>; old: { run: string; at: number; state: ToldState } };

const sorted = (_: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Equal for equal events, whatever the order of their keys and whatever place they speak of. */
export function hashOf(events: RunEvent[], place: string): string {
  const text = JSON.stringify(events, sorted).replaceAll(place, anyPlace);
  return createHash('sha256').update(text).digest('hex');
}

/** What people are told of a state. A later version may tell more. */
const told = [
  'seq',
  'status',
  'message',
  'inputs',
  'computed',
  'flags',
  'custom',
  'user_responses',
  'outputs',
  'nodes',
  'gates',
  'signals',
  'history',
  'checkpoints',
  'artifacts',
  'warnings',
];

export type ToldState = Record<string, unknown>;

export async function stateAt(gatehouse: Gatehouse, run: string, at: number): Promise<ToldState> {
  const state = await gatehouse.api<ToldState>('GET', `/api/runs/${run}/state?at=${at}`);
  return Object.fromEntries(told.map((key) => [key, state[key]]));
}
