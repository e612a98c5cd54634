// Where the nodes and edges of a graph are drawn: in layers, each as far on as the longest way to it. A short graph goes
// from left to right; one that would be too wide to be read goes down, where a page has room.
// An edge that passes layers keeps a slot free in each, so that no edge crosses a node; an edge back goes round outside.
// Pure, and the same for the same graph: written order decides whatever is left open.

export type GraphEdge = { from: string; to: string };
export type LaidNode = { id: string; x: number; y: number };
export type LaidEdge<Edge = GraphEdge> = Edge & { isBack: boolean; path: string };
export type GraphLayout<Edge> = { width: number; height: number; nodes: LaidNode[]; edges: LaidEdge<Edge>[] };

export const nodeSize = { width: 184, height: 56 };
const margin = 20;
/** Edges back lie beside each other. */
const backStep = 12;
const sweeps = 4;
/** The width up to which a graph goes from left to right. */
const widest = 900;

/** A direction: `along` the ways and `across` them, and where such a point lies on the page. */
type Frame = {
  along: number;
  across: number;
  gapAlong: number;
  gapAcross: number;
  at: (along: number, across: number) => { x: number; y: number };
};
const rightwards: Frame = {
  along: nodeSize.width,
  across: nodeSize.height,
  gapAlong: 40,
  gapAcross: 20,
  at: (x, y) => ({ x, y }),
};
const downwards: Frame = {
  along: nodeSize.height,
  across: nodeSize.width,
  gapAlong: 36,
  gapAcross: 24,
  at: (y, x) => ({ x, y }),
};

/** A place in a layer: a node, or the passage of a long edge. */
type Slot = {
  id: string;
  isNode: boolean;
  before: Slot[];
  after: Slot[];
  index: number;
  along: number;
  across: number;
};

export function layoutGraph<Edge extends GraphEdge>(ids: readonly string[], edges: readonly Edge[]): GraphLayout<Edge> {
  const { order, isBack } = walkDepthFirst(ids, edges);
  const forward = edges.filter((edge) => !isBack(edge));
  const layerOf = longestWays(order, forward);
  const layers: Slot[][] = [];
  const put = (id: string, layer: number, isNode: boolean): Slot => {
    const slot: Slot = { id, isNode, before: [], after: [], index: 0, along: 0, across: 0 };
    layers[layer] ??= [];
    layers[layer].push(slot);
    return slot;
  };
  const slots = new Map(ids.map((id) => [id, put(id, layerOf.get(id) ?? 0, true)]));
  const chains = forward.map((edge) => chainOf(edge, slots, layerOf, put));
  orderLayers(layers);
  const frame = lengthOf(layers, rightwards) <= widest ? rightwards : downwards;
  const breadth = placeSlots(layers, frame);
  let backs = 0;
  const laid = edges.map((edge): LaidEdge<Edge> => {
    const chain = chains[forward.indexOf(edge)];
    if (chain) return { ...edge, isBack: false, path: pathThrough(chain, frame) };
    return { ...edge, isBack: true, path: pathBack(edge, slots, breadth - margin + ++backs * backStep, frame) };
  });
  const { x: width, y: height } = frame.at(lengthOf(layers, frame), breadth + backs * backStep);
  return {
    width,
    height,
    nodes: [...slots.values()].map(({ id, along, across }) => ({ id, ...frame.at(along, across) })),
    edges: laid,
  };
}

function lengthOf(layers: Slot[][], { along, gapAlong }: Frame): number {
  return margin * 2 + layers.length * (along + gapAlong) - gapAlong;
}

/** An order in which every edge leads forward, but for those that lead back to where the walk came from. */
function walkDepthFirst(ids: readonly string[], edges: readonly GraphEdge[]) {
  const ways = Map.groupBy(edges, ({ from }) => from);
  const state = new Map<string, 'open' | 'done'>();
  const back = new Set<GraphEdge>();
  const order: string[] = [];
  for (const root of ids) {
    if (state.has(root)) continue;
    state.set(root, 'open');
    const stack = [{ id: root, next: 0 }];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const edge = ways.get(top.id)?.[top.next++];
      if (!edge) {
        state.set(top.id, 'done');
        order.unshift(top.id);
        stack.pop();
      } else if (state.get(edge.to) === 'open') back.add(edge);
      else if (!state.has(edge.to)) {
        state.set(edge.to, 'open');
        stack.push({ id: edge.to, next: 0 });
      }
    }
  }
  return { order, isBack: (edge: GraphEdge) => back.has(edge) };
}

function longestWays(order: readonly string[], forward: readonly GraphEdge[]): Map<string, number> {
  const ways = Map.groupBy(forward, ({ from }) => from);
  const layerOf = new Map(order.map((id) => [id, 0]));
  for (const id of order) {
    for (const { to } of ways.get(id) ?? []) {
      layerOf.set(to, Math.max(layerOf.get(to) ?? 0, (layerOf.get(id) ?? 0) + 1));
    }
  }
  return layerOf;
}

function chainOf(
  { from, to }: GraphEdge,
  slots: Map<string, Slot>,
  layerOf: Map<string, number>,
  put: (id: string, layer: number, isNode: boolean) => Slot,
): Slot[] {
  const [first, last] = [slots.get(from), slots.get(to)];
  if (!first || !last) return [];
  const chain = [first];
  const end = layerOf.get(to) ?? 0;
  for (let layer = (layerOf.get(from) ?? 0) + 1; layer < end; layer++) chain.push(put(`${from}>${to}`, layer, false));
  chain.push(last);
  for (const [index, slot] of chain.entries()) {
    const next = chain[index + 1];
    if (!next) break;
    slot.after.push(next);
    next.before.push(slot);
  }
  return chain;
}

/** Puts each slot near the middle of its neighbours, forwards and backwards, a few times. */
function orderLayers(layers: Slot[][]) {
  const settle = (layer: Slot[]) => {
    for (const [index, slot] of layer.entries()) slot.index = index;
  };
  const middle = (slot: Slot, near: Slot[]) =>
    near.length === 0 ? slot.index : near.reduce((sum, { index }) => sum + index, 0) / near.length;
  for (const layer of layers) settle(layer);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const isForward = sweep % 2 === 0;
    for (const layer of isForward ? layers : layers.toReversed()) {
      const places = new Map(layer.map((slot) => [slot, middle(slot, isForward ? slot.before : slot.after)]));
      layer.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
      settle(layer);
    }
  }
}

function placeSlots(layers: Slot[][], { along, across, gapAlong, gapAcross }: Frame): number {
  const most = Math.max(1, ...layers.map((layer) => layer.length));
  const step = across + gapAcross;
  for (const [column, layer] of layers.entries()) {
    for (const [row, slot] of layer.entries()) {
      slot.along = margin + column * (along + gapAlong);
      slot.across = margin + (row + (most - layer.length) / 2) * step;
    }
  }
  return margin * 2 + most * step - gapAcross;
}

/** Writes points of the frame as those of the page. */
function pen({ at }: Frame) {
  return (letter: string, ...points: [number, number][]) =>
    `${letter}${points
      .map(([along, across]) => at(along, across))
      .map(({ x, y }) => `${x} ${y}`)
      .join(' ')}`;
}

function pathThrough(chain: Slot[], frame: Frame): string {
  const draw = pen(frame);
  const half = frame.across / 2;
  const parts: string[] = [];
  for (const [index, slot] of chain.entries()) {
    const across = slot.across + half;
    const before = chain[index - 1];
    if (!before) {
      parts.push(draw('M', [slot.along + frame.along, across]));
      continue;
    }
    const from = before.along + frame.along;
    const turn = (slot.along - from) / 2;
    parts.push(draw('C', [from + turn, before.across + half], [slot.along - turn, across], [slot.along, across]));
    if (!slot.isNode) parts.push(draw('L', [slot.along + frame.along, across]));
  }
  return parts.join(' ');
}

/** Out at the far side, round outside all nodes, and in again at the near side: between the layers there is always room. */
function pathBack({ from, to }: GraphEdge, slots: Map<string, Slot>, outside: number, frame: Frame): string {
  const [start, end] = [slots.get(from), slots.get(to)];
  if (!start || !end) return '';
  const draw = pen(frame);
  const half = frame.across / 2;
  const [out, into] = [start.along + frame.along, end.along];
  const [first, last] = [start.across + half, end.across + half];
  return [
    draw('M', [out, first]),
    draw('L', [out + 8, first]),
    draw('Q', [out + 14, first], [out + 14, first + 6]),
    draw('L', [out + 14, outside - 6]),
    draw('Q', [out + 14, outside], [out + 8, outside]),
    draw('L', [into - 8, outside]),
    draw('Q', [into - 14, outside], [into - 14, outside - 6]),
    draw('L', [into - 14, last + 6]),
    draw('Q', [into - 14, last], [into - 8, last]),
    draw('L', [into, last]),
  ].join(' ');
}
