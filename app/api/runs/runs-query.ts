import { runStatuses } from '#lib/engine/state.ts';
import { choices, named, onOff, text } from '#lib/http/query.ts';
import { when } from '#lib/runs/lists/when.ts';

/** Which runs, for lists and for what is done with all of a list. */
export const runsQuery = {
  status: choices(runStatuses),
  workflow: text({ most: 200 }),
  q: text({ most: 200 }),
  by: text({ most: 200 }).describe('Who started it'),
  since: when(),
  until: when(),
  ended_since: when(),
  asks: onOff().describe('Whether it has a question that is open'),
  input: named({ most: 200 }).describe('An input that is exactly this, as in input.repo=web'),
  archived: onOff(),
};
