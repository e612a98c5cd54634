// Where the slots of a layer stand across the ways: as near to what they are connected with as their order and the room
// between them allow.
import type { Slot } from './graph-slots.ts';

const sweeps = 24;

/** `sizeOf` is the room a slot takes, `gapOf` that between two neighbours. */
export function placeSlots(layers: Slot[][], sizeOf: (slot: Slot) => number, gapOf: (a: Slot, b: Slot) => number) {
  const distances = layers.map((layer) =>
    layer.map((slot, index) => {
      const before = layer[index - 1];
      return before ? (sizeOf(before) + sizeOf(slot)) / 2 + gapOf(before, slot) : 0;
    }),
  );
  for (const [index, layer] of layers.entries()) {
    let [at, first] = [0, true];
    for (const [place, slot] of layer.entries()) {
      at += first ? 0 : (distances[index]?.[place] ?? 0);
      slot.across = at;
      first = false;
    }
    for (const slot of layer) slot.across -= at / 2;
  }
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const isForward = sweep % 2 === 0;
    const isLate = sweep >= sweeps / 2;
    const order = layers.map((_, index) => (isForward ? index : layers.length - 1 - index));
    for (const index of order) {
      const layer = layers[index] ?? [];
      const wanted = layer.map((slot) => wantedAt(slot, isLate ? 'both' : isForward ? 'before' : 'after'));
      const placed = spread(wanted, distances[index] ?? []);
      for (const [place, slot] of layer.entries()) slot.across = placed[place] ?? slot.across;
    }
  }
}

type Wanted = { at: number; weight: number };

function wantedAt(slot: Slot, side: 'before' | 'after' | 'both'): Wanted {
  let [sum, weight] = [0, 0];
  const pull = (at: number, by: number) => {
    sum += at * by;
    weight += by;
  };
  if (side !== 'after') for (const other of slot.before) pull(other.across, firmnessOf(other, slot));
  if (side !== 'before') for (const other of slot.after) pull(other.across, firmnessOf(slot, other));
  if (slot.beside) pull(slot.beside.across, 1);
  return weight > 0 ? { at: sum / weight, weight } : { at: slot.across, weight: 0.1 };
}

/** What only follows on each other stands in a line: edges bend where ways part or meet. */
function firmnessOf(from: Slot, to: Slot): number {
  return from.after.length === 1 && to.before.length === 1 ? 12 : 1;
}

/**
 * The places nearest to those that are wanted, each at least its distance after the one before: where two would come too
 * close they become one block, which stands at the mean of what its members want.
 */
function spread(wanted: readonly Wanted[], distances: readonly number[]): number[] {
  const blocks: { at: number; weight: number; count: number }[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const [index, { at, weight }] of wanted.entries()) {
    offset += distances[index] ?? 0;
    offsets.push(offset);
    let block = { at: at - offset, weight, count: 1 };
    for (let last = blocks.at(-1); last && last.at > block.at; last = blocks.at(-1)) {
      blocks.pop();
      const both = last.weight + block.weight;
      const mean = (last.at * last.weight + block.at * block.weight) / both;
      block = { at: mean, weight: both, count: last.count + block.count };
    }
    blocks.push(block);
  }
  const starts = blocks.flatMap(({ at, count }) => Array<number>(count).fill(at));
  return starts.map((start, index) => start + (offsets[index] ?? 0));
}
