// For tests of effects: a workflow of one action, what it says to people, and what is told of a slip in it.
import { eventsOf, problemsOf, type Walk, walkRun } from './walk.ts';

const actionOf = (effects: string, more: string) => `  act: { type: action, do: [${effects}]${more} }\n`;

/** One action with these effects over the data of `head`, and whatever follows it. */
export const oneAction = (head: string) => ({
  act: (effects: string, rest = '', more = '') => walkRun(`${actionOf(effects, more)}${rest}`, { head }),
  told: (effects: string) => problemsOf(actionOf(effects, ''), head),
});

export const said = (walk: Walk) => eventsOf(walk, 'output').map(({ data }) => data.text);
