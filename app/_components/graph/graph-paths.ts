// The lines of edges: straight through the room they have in a layer, curved in the gaps between. An edge back leaves on
// the far side and turns round in the gap, goes back through its passages and turns round again before the node it enters.
import type { Slot } from './graph-slots.ts';

/** A direction: `along` the ways and `across` them, and where such a point lies on the page. */
export type Frame = {
  node: { along: number; across: number };
  gap: { along: number; across: number };
  at: (along: number, across: number) => { x: number; y: number };
};

/** How far a turn reaches into the gap; the curve goes three quarters of it. */
const turn = 18;

export function pathOf(slots: Slot[], isBack: boolean, startOf: (slot: Slot) => number, frame: Frame): string {
  const draw = pen(frame);
  const endOf = (slot: Slot) => startOf(slot) + frame.node.along;
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return '';
  const parts = [draw('M', [endOf(first), first.across])];
  for (const [index, slot] of slots.entries()) {
    const before = slots[index - 1];
    if (!before) continue;
    // A lane is entered at its far side and left at its near one.
    const isIn = isBack && index === 1;
    const isOut = isBack && slot === last && index === slots.length - 1;
    if (isIn) parts.push(round(draw, endOf(slot), turn, before.across, slot.across));
    else if (isOut) parts.push(round(draw, startOf(slot), -turn, before.across, slot.across));
    else if (isBack) parts.push(between(draw, startOf(before), before.across, endOf(slot), slot.across));
    else parts.push(between(draw, endOf(before), before.across, startOf(slot), slot.across));
    if (!slot.isNode) parts.push(draw('L', [isBack ? startOf(slot) : endOf(slot), slot.across]));
  }
  return parts.join(' ');
}

type Draw = (letter: string, ...points: [number, number][]) => string;

function between(draw: Draw, from: number, first: number, to: number, last: number): string {
  const middle = (from + to) / 2;
  return draw('C', [middle, first], [middle, last], [to, last]);
}

function round(draw: Draw, at: number, reach: number, first: number, last: number): string {
  return draw('C', [at + reach, first], [at + reach, last], [at, last]);
}

/** Writes points of the frame as those of the page. */
function pen({ at }: Frame): Draw {
  return (letter, ...points) =>
    `${letter}${points
      .map(([along, across]) => at(along, across))
      .map(({ x, y }) => `${rounded(x)} ${rounded(y)}`)
      .join(' ')}`;
}

const rounded = (value: number) => Math.round(value * 10) / 10;
