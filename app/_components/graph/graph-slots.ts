// What stands in the layers of a graph: its nodes, each in a layer as far on as the longest way to it, and the passages of
// edges that go by. An edge back has passages from the layer it leaves to the one it enters, beside both nodes, so that a
// loop is drawn round its own body. Written order decides whatever is left open.

export type GraphEdge = { from: string; to: string; words: string | null };

/** A place in a layer: a node, or the passage of an edge; `words` are said in a passage where no gap has room for them. */
export type Slot = {
  id: string;
  isNode: boolean;
  words: string | null;
  layer: number;
  before: Slot[];
  after: Slot[];
  /** The node of the same layer where an edge back begins or ends. */
  beside: Slot | null;
  /** Its place among those of its layer, and the middle of it across the ways. */
  index: number;
  across: number;
};

/** An edge with all that it leads through, its ends included. */
export type Chain<Edge> = { edge: Edge; isBack: boolean; slots: Slot[] };

export function slotsOf<Edge extends GraphEdge>(ids: readonly string[], edges: readonly Edge[]) {
  const known = new Set(ids);
  const drawn = edges.filter(({ from, to }) => known.has(from) && known.has(to));
  const { order, isBack } = walkDepthFirst(ids, drawn);
  const layerOf = longestWays(
    order,
    drawn.filter((edge) => !isBack(edge)),
  );
  const layers: Slot[][] = [];
  const put = (id: string, layer: number, isNode: boolean): Slot => {
    layers[layer] ??= [];
    const slot = { id, isNode, layer, words: null, before: [], after: [], beside: null, index: 0, across: 0 };
    layers[layer].push(slot);
    return slot;
  };
  const nodes = new Map(ids.map((id) => [id, put(id, layerOf.get(id) ?? 0, true)]));
  const chains = drawn.flatMap((edge): Chain<Edge>[] => {
    const [start, end] = [nodes.get(edge.from), nodes.get(edge.to)];
    if (!start || !end) return [];
    const passages = (first: number, last: number) =>
      Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
        put(`${edge.from}>${edge.to}`, first + index, false),
      );
    if (!isBack(edge)) {
      const slots = [start, ...passages(start.layer + 1, end.layer - 1), end];
      connect(slots);
      return [{ edge, isBack: false, slots }];
    }
    const lane = passages(end.layer, start.layer);
    connect(lane);
    for (const [slot, node] of [[lane[0], end] as const, [lane.at(-1), start] as const]) if (slot) slot.beside = node;
    const first = lane.at(-1);
    if (first) first.words = edge.words;
    return [{ edge, isBack: true, slots: [start, ...lane.toReversed(), end] }];
  });
  return { layers, nodes, chains };
}

function connect(slots: Slot[]) {
  for (const [index, slot] of slots.entries()) {
    const next = slots[index + 1];
    if (!next) break;
    slot.after.push(next);
    next.before.push(slot);
  }
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
        order.push(top.id);
        stack.pop();
      } else if (state.get(edge.to) === 'open') back.add(edge);
      else if (!state.has(edge.to)) {
        state.set(edge.to, 'open');
        stack.push({ id: edge.to, next: 0 });
      }
    }
  }
  return { order: order.reverse(), isBack: (edge: GraphEdge) => back.has(edge) };
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
