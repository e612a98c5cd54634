// What is written at an edge and where: on its own line, in the gap behind the node that it leaves, in as many rows as it
// takes that no two words lie on each other. A gap grows with its rows; words never lie on a node.
import type { Slot } from './graph-slots.ts';

const longest = 22;
export const labelHeight = 16;
const padding = 5;

/** Cut to what can be read at a glance; the whole is said where the edge is named. */
export function labelText(words: string): string {
  const characters = [...words];
  return characters.length > longest
    ? `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : words;
}

/** As the words will be at 11 px, rather too wide than too narrow. */
export function labelWidth(words: string): number {
  const widths = [...labelText(words)].map((character) => ((character.codePointAt(0) ?? 0) > 0x2e80 ? 12 : 6.4));
  return widths.reduce((sum, width) => sum + width, 0) + padding * 2;
}

export type GapLabel = {
  start: Slot;
  end: Slot;
  /** Its size along the ways and across them. */
  along: number;
  across: number;
};
/** From the beginning of the gap, and as all places across. */
type Place = { along: number; across: number };

/** Near the nodes the lines of edges turn: rows keep clear of that, the more where several begin at one node. */
const room = { before: 26, after: 12 };

export function placeLabels(labels: readonly GapLabel[], least: number): { size: number; places: Place[] } {
  if (labels.length === 0) return { size: least, places: [] };
  const height = Math.max(...labels.map(({ along }) => along)) + 4;
  const order = [...labels.keys()].sort((a, b) => (labels[a]?.end.across ?? 0) - (labels[b]?.end.across ?? 0));
  for (let rows = 1; ; rows++) {
    const size = Math.max(least, room.before + rows * height + room.after);
    const places = placeInRows(labels, order, rows, height, size);
    if (places) return { size, places };
  }
}

/** Null when they do not fit. With a row for each they always do. */
function placeInRows(
  labels: readonly GapLabel[],
  order: number[],
  rows: number,
  height: number,
  size: number,
): Place[] | null {
  const taken: [from: number, to: number][][] = Array.from({ length: rows }, () => []);
  const places: Place[] = [];
  for (const index of order) {
    const label = labels[index];
    if (!label) continue;
    const half = label.across / 2 + 3;
    for (let row = rows - 1; ; row--) {
      if (row < 0) return null;
      const along = size - room.after - (rows - row - 0.5) * height;
      const across = label.start.across + (label.end.across - label.start.across) * shareAt(along / size);
      if (taken[row]?.some(([from, to]) => across - half < to && from < across + half)) continue;
      taken[row]?.push([across - half, across + half]);
      places[index] = { along, across };
      break;
    }
  }
  return places;
}

/** How far across an edge is when it is so far along: the curve that `between` draws. */
function shareAt(along: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 20; step++) {
    const at = (low + high) / 2;
    if (1.5 * at - 1.5 * at ** 2 + at ** 3 < along) low = at;
    else high = at;
  }
  return 3 * low ** 2 - 2 * low ** 3;
}
