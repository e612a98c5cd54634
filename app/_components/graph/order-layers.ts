// Which slot of a layer stands beside which: each near the middle of what it is connected with, swept forwards and
// backwards a few times; the order with the fewest crossings stays.
import type { Slot } from './graph-slots.ts';

const sweeps = 8;

export function orderLayers(layers: Slot[][]) {
  for (const layer of layers) settle(layer);
  let [best, fewest] = [layers.map((layer) => [...layer]), crossingsOf(layers)];
  for (let sweep = 0; sweep < sweeps && fewest > 0; sweep++) {
    const isForward = sweep % 2 === 0;
    for (const layer of isForward ? layers : layers.toReversed()) sortLayer(layer, isForward);
    const crossings = crossingsOf(layers);
    if (crossings < fewest) [best, fewest] = [layers.map((layer) => [...layer]), crossings];
  }
  for (const [index, layer] of best.entries()) {
    settle(layer);
    layers[index] = layer;
  }
}

function settle(layer: Slot[]) {
  for (const [index, slot] of layer.entries()) slot.index = index;
}

function sortLayer(layer: Slot[], isForward: boolean) {
  const near = (slot: Slot) => (isForward ? slot.before : slot.after);
  const middle = (slot: Slot): number => {
    const all = near(slot);
    // An edge back lies at the side of the nodes it connects.
    if (all.length === 0 && slot.beside) return middle(slot.beside) + 0.4;
    return all.length === 0 ? slot.index : all.reduce((sum, { index }) => sum + index, 0) / all.length;
  };
  const places = new Map(layer.map((slot) => [slot, middle(slot)]));
  layer.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  settle(layer);
}

/** How many pairs of edges cross between two layers, over all of them. */
function crossingsOf(layers: Slot[][]): number {
  let sum = 0;
  for (const layer of layers) {
    const ends = layer.flatMap(({ after }) => after.map(({ index }) => index).sort((a, b) => a - b));
    sum += inversionsOf(ends);
  }
  return sum;
}

/** Pairs that stand in the wrong order, counted while merging sorted halves. */
function inversionsOf(values: number[]): number {
  if (values.length < 2) return 0;
  const [left, right] = [values.slice(0, values.length >> 1), values.slice(values.length >> 1)];
  let count = inversionsOf(left) + inversionsOf(right);
  let [fromLeft, fromRight] = [0, 0];
  for (let index = 0; index < values.length; index++) {
    const [a = Number.POSITIVE_INFINITY, b = Number.POSITIVE_INFINITY] = [left[fromLeft], right[fromRight]];
    if (a > b) count += left.length - fromLeft;
    values[index] = Math.min(a, b);
    if (a <= b) fromLeft++;
    else fromRight++;
  }
  return count;
}
