// Where the nodes and edges of a graph are drawn: layers from left to right, each as far right as the longest way to it.
// An edge that passes layers keeps a slot free in each, so that no edge crosses a node; an edge back goes round below.
// Pure, and the same for the same graph: written order decides whatever is left open.

export type GraphEdge = { from: string; to: string };
export type LaidNode = { id: string; x: number; y: number };
export type LaidEdge<Edge = GraphEdge> = Edge & { isBack: boolean; path: string };
export type GraphLayout<Edge> = { width: number; height: number; nodes: LaidNode[]; edges: LaidEdge<Edge>[] };

export const nodeSize = { width: 160, height: 44 };
const gap = { x: 46, y: 22 };
const margin = 20;
/** Edges back lie below each other. */
const backStep = 12;
const sweeps = 4;

/** A place in a layer: a node, or the passage of a long edge. */
type Slot = { id: string; isNode: boolean; before: Slot[]; after: Slot[]; index: number; x: number; y: number };

export function layoutGraph<Edge extends GraphEdge>(ids: readonly string[], edges: readonly Edge[]): GraphLayout<Edge> {
  const { order, isBack } = walkDepthFirst(ids, edges);
  const forward = edges.filter((edge) => !isBack(edge));
  const layerOf = longestWays(order, forward);
  const layers: Slot[][] = [];
  const put = (id: string, layer: number, isNode: boolean): Slot => {
    const slot: Slot = { id, isNode, before: [], after: [], index: 0, x: 0, y: 0 };
    layers[layer] ??= [];
    layers[layer].push(slot);
    return slot;
  };
  const slots = new Map(ids.map((id) => [id, put(id, layerOf.get(id) ?? 0, true)]));
  const chains = forward.map((edge) => chainOf(edge, slots, layerOf, put));
  orderLayers(layers);
  const height = placeSlots(layers);
  let backs = 0;
  const laid = edges.map((edge): LaidEdge<Edge> => {
    const chain = chains[forward.indexOf(edge)];
    if (chain) return { ...edge, isBack: false, path: pathThrough(chain) };
    return { ...edge, isBack: true, path: pathBack(edge, slots, height - margin + ++backs * backStep) };
  });
  return {
    width: margin * 2 + layers.length * nodeSize.width + (layers.length - 1) * gap.x,
    height: height + backs * backStep,
    nodes: [...slots.values()].map(({ id, x, y }) => ({ id, x, y })),
    edges: laid,
  };
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

function placeSlots(layers: Slot[][]): number {
  const most = Math.max(1, ...layers.map((layer) => layer.length));
  const step = nodeSize.height + gap.y;
  for (const [column, layer] of layers.entries()) {
    for (const [row, slot] of layer.entries()) {
      slot.x = margin + column * (nodeSize.width + gap.x);
      slot.y = margin + (row + (most - layer.length) / 2) * step;
    }
  }
  return margin * 2 + most * step - gap.y;
}

function pathThrough(chain: Slot[]): string {
  const half = nodeSize.height / 2;
  const parts: string[] = [];
  for (const [index, slot] of chain.entries()) {
    const y = slot.y + half;
    const before = chain[index - 1];
    if (!before) {
      parts.push(`M${slot.x + nodeSize.width} ${y}`);
      continue;
    }
    const from = before.x + nodeSize.width;
    const turn = (slot.x - from) / 2;
    parts.push(`C${from + turn} ${before.y + half} ${slot.x - turn} ${y} ${slot.x} ${y}`);
    if (!slot.isNode) parts.push(`H${slot.x + nodeSize.width}`);
  }
  return parts.join(' ');
}

/** Out to the right, down below all nodes, and in again from the left: between the layers there is always room. */
function pathBack({ from, to }: GraphEdge, slots: Map<string, Slot>, low: number): string {
  const [start, end] = [slots.get(from), slots.get(to)];
  if (!start || !end) return '';
  const half = nodeSize.height / 2;
  const out = `M${start.x + nodeSize.width} ${start.y + half} h8 q6 0 6 6 V${low - 6} q0 6 -6 6`;
  return `${out} H${end.x - 8} q-6 0 -6 -6 V${end.y + half + 6} q0 -6 6 -6 H${end.x}`;
}
