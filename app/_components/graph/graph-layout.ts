// Where the nodes and edges of a graph are drawn: in layers, from left to right, or down where that shows more of it at once.
// An edge that passes layers has room of its own in each, so that no edge crosses a node. Pure, and the same for the same
// graph: what stands in the layers, in which order and how far apart is decided by the files beside this one.
import { type GapLabel, labelHeight, labelText, labelWidth, placeLabels } from './graph-labels.ts';
import { type Frame, pathOf } from './graph-paths.ts';
import { type Chain, type GraphEdge, type Slot, slotsOf } from './graph-slots.ts';
import { orderLayers } from './order-layers.ts';
import { placeSlots } from './place-slots.ts';

export type LaidNode = { id: string; x: number; y: number };
/** The middle of the words and the room they take. */
type Label = { text: string; x: number; y: number; width: number; height: number };
export type LaidEdge<Edge = GraphEdge> = Edge & { isBack: boolean; path: string; label: Label | null };
export type GraphLayout<Edge> = {
  width: number;
  height: number;
  /** Its layers lie below each other, not side by side. */
  goesDown: boolean;
  nodes: LaidNode[];
  edges: LaidEdge<Edge>[];
};

export const nodeSize = { width: 184, height: 56 };
const margin = 20;
/** The room a passing edge takes, and what lies between it and its neighbours. */
const passage = { size: 8, gap: 10 };
/** What a page shows at once. */
export const page = { width: 900, height: 700 };

const rightwards: Frame = {
  node: { along: nodeSize.width, across: nodeSize.height },
  gap: { along: 44, across: 20 },
  at: (x, y) => ({ x, y }),
};
const downwards: Frame = {
  node: { along: nodeSize.height, across: nodeSize.width },
  gap: { along: 40, across: 24 },
  at: (y, x) => ({ x, y }),
};

export function layoutGraph<Edge extends GraphEdge>(ids: readonly string[], edges: readonly Edge[]): GraphLayout<Edge> {
  const { layers, nodes, chains } = slotsOf(ids, edges);
  orderLayers(layers);
  const draw = (frame: Frame) => drawIn(frame, layers, nodes, chains);
  const [right, down] = [draw(rightwards), draw(downwards)];
  return shownAtOnce(right) >= shownAtOnce(down) ? right : down;
}

/** The scale at which a page shows all of it. */
function shownAtOnce({ width, height }: { width: number; height: number }): number {
  return Math.min(1, page.width / width, page.height / height);
}

function drawIn<Edge extends GraphEdge>(
  frame: Frame,
  layers: Slot[][],
  nodes: Map<string, Slot>,
  chains: Chain<Edge>[],
): GraphLayout<Edge> {
  const sizeOf = (slot: Slot) =>
    slot.isNode ? frame.node.across : passage.size + sizeOfWords(slot.words, frame).across;
  placeSlots(layers, sizeOf, (a, b) => (a.isNode && b.isNode ? frame.gap.across : passage.gap));
  const breadth = fromMargin(layers, sizeOf);
  const labels = labelsBehind(layers, chains, frame);
  const starts = startsOf(labels, frame);
  const startOf = ({ layer }: Slot) => starts[layer] ?? 0;
  const end = (starts[layers.length - 1] ?? margin) + frame.node.along + margin;
  const { x: width, y: height } = frame.at(end, breadth);
  const places = new Map(
    labels.flatMap(({ edges, places: behind }, layer) =>
      edges.map(
        (edge, index) =>
          [
            edge,
            {
              along: (starts[layer] ?? 0) + frame.node.along + (behind[index]?.along ?? 0),
              across: behind[index]?.across ?? 0,
            },
          ] as const,
      ),
    ),
  );
  return {
    width,
    height,
    goesDown: frame === downwards,
    nodes: [...nodes].map(([id, slot]) => ({
      id,
      ...frame.at(startOf(slot), slot.across - frame.node.across / 2),
    })),
    edges: chains.map(({ edge, isBack, slots }): LaidEdge<Edge> => {
      const lane = isBack ? slots[1] : undefined;
      const place = lane ? { along: startOf(lane) + frame.node.along / 2, across: lane.across } : places.get(edge);
      return { ...edge, isBack, path: pathOf(slots, isBack, startOf, frame), label: labelAt(edge.words, place, frame) };
    }),
  };
}

function sizeOfWords(words: string | null, frame: Frame): { along: number; across: number } {
  if (words === null) return { along: 0, across: 0 };
  const { x: along, y: across } = frame.at(labelWidth(words), labelHeight);
  return { along, across };
}

function labelAt(
  words: string | null,
  place: { along: number; across: number } | undefined,
  frame: Frame,
): Label | null {
  if (words === null || !place) return null;
  return {
    text: labelText(words),
    ...frame.at(place.along, place.across),
    width: labelWidth(words),
    height: labelHeight,
  };
}

/** Moves all slots so that the first stands at the margin; the whole breadth is returned. */
function fromMargin(layers: Slot[][], sizeOf: (slot: Slot) => number): number {
  const all = layers.flat();
  const low = all.reduce((least, slot) => Math.min(least, slot.across - sizeOf(slot) / 2), Number.POSITIVE_INFINITY);
  for (const slot of all) slot.across += margin - (all.length > 0 ? low : 0);
  return all.reduce((most, slot) => Math.max(most, slot.across + sizeOf(slot) / 2), margin) + margin;
}

type Behind<Edge> = { edges: Edge[]; size: number; places: { along: number; across: number }[] };

/** The gap behind each layer, with the words of the edges that begin there. */
function labelsBehind<Edge extends GraphEdge>(layers: Slot[][], chains: Chain<Edge>[], frame: Frame): Behind<Edge>[] {
  const said = chains.filter(({ edge, isBack }) => edge.words !== null && !isBack);
  const byLayer = Map.groupBy(said, ({ slots }) => slots[0]?.layer ?? 0);
  return layers.map((_, layer) => {
    const here = byLayer.get(layer) ?? [];
    const labels = here.flatMap(({ edge, slots: [start, end] }): GapLabel[] =>
      start && end ? [{ start, end, ...sizeOfWords(edge.words, frame) }] : [],
    );
    return { edges: here.map(({ edge }) => edge), ...placeLabels(labels, frame.gap.along) };
  });
}

/** Where each layer begins. */
function startsOf(gaps: { size: number }[], frame: Frame): number[] {
  let at = margin;
  return gaps.map(({ size }) => {
    const start = at;
    at += frame.node.along + size;
    return start;
  });
}
