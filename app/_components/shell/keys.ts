// The keys that work on every page. Single keys can be switched off (html[data-keys="off"]); the palette's always works.
import { paths } from '#lib/paths.ts';

/** Stands for ⌘ or Ctrl, whichever the keyboard has. */
export const commandKey = 'command';

export const keyList: { keys: string[]; does: string }[] = [
  { keys: [commandKey, 'K'], does: 'Find and do anything' },
  { keys: ['g', 'r'], does: 'Runs' },
  { keys: ['g', 'g'], does: 'Gates' },
  { keys: ['g', 'w'], does: 'Workflows' },
  { keys: ['g', 's'], does: 'Settings' },
  { keys: ['/'], does: 'Filter or search this page' },
  { keys: ['?'], does: 'Show the keys' },
  { keys: ['Esc'], does: 'Close what is open' },
];

/** Keys of the run page, shown in the same list. */
export const runKeyList: { keys: string[]; does: string }[] = [
  { keys: ['↑', '↓'], does: 'From row to row; in the graph with → and ← from node to node' },
  { keys: ['→', '←'], does: 'Unfold and go in, to rounds too; fold and go out' },
  { keys: ['Enter'], does: 'Open the node' },
  { keys: ['a'], does: 'To the open gate' },
  { keys: ['1', '…', '9'], does: 'Answer with that option' },
  { keys: ['f'], does: 'Next failure' },
  { keys: ['e', 'w'], does: 'Unfold and fold everything' },
  { keys: ['+', '-'], does: 'Zoom into time, or the graph, and out of it' },
  { keys: ['0'], does: 'The whole of it again' },
  { keys: ['Shift', '→'], does: 'Move the graph, with any arrow' },
  { keys: ['[', ']'], does: 'Previous and next run of the list' },
];

const goTo: Record<string, string> = {
  r: paths.runs(),
  g: paths.gates(),
  w: paths.workflows(),
  s: paths.settings(),
};

export type KeyDecision =
  | { do: 'go'; to: string }
  | { do: 'open'; overlay: 'palette' | 'help' }
  | { do: 'filter' }
  | { do: 'prefix' }
  | null;

export type KeyPress = {
  key: string;
  isCommand: boolean;
  isTyping: boolean;
  isAfterG: boolean;
  areSingleKeysOn: boolean;
};

export function decideKey({ key, isCommand, isTyping, isAfterG, areSingleKeysOn }: KeyPress): KeyDecision {
  if (isCommand) return key.toLowerCase() === 'k' ? { do: 'open', overlay: 'palette' } : null;
  if (isTyping || !areSingleKeysOn) return null;
  const to = goTo[key];
  if (isAfterG && to) return { do: 'go', to };
  if (key === 'g') return { do: 'prefix' };
  if (key === '?') return { do: 'open', overlay: 'help' };
  return key === '/' ? { do: 'filter' } : null;
}
