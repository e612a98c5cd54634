// Where an arrow leads from a node of a drawing: along the ways to the nearest layer, across them to the next node of its
// own. Every node leads a way to the layer before its own, so that each of them is reached. Pure.
import type { GraphLayout, LaidNode } from './graph-layout.ts';
import type { GraphEdge } from './graph-slots.ts';

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

const directions: Record<Arrow, { axis: 'x' | 'y'; by: 1 | -1 }> = {
  ArrowLeft: { axis: 'x', by: -1 },
  ArrowRight: { axis: 'x', by: 1 },
  ArrowUp: { axis: 'y', by: -1 },
  ArrowDown: { axis: 'y', by: 1 },
};

export function neighbourOf(layout: GraphLayout<GraphEdge>, id: string, arrow: Arrow): string | null {
  const here = layout.nodes.find((node) => node.id === id);
  if (!here) return null;
  const { axis, by } = directions[arrow];
  const along = layout.goesDown ? 'y' : 'x';
  const isAlong = axis === along;
  const ahead = layout.nodes.filter((node) =>
    isAlong ? (node[axis] - here[axis]) * by > 0 : node[along] === here[along] && (node[axis] - here[axis]) * by > 0,
  );
  const ends = new Set(layout.edges.flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : [])));
  const joined = isAlong ? ahead.filter((node) => ends.has(node.id)) : [];
  const far = ({ x, y }: LaidNode) => {
    const [dx, dy] = [Math.abs(x - here.x), Math.abs(y - here.y)];
    return axis === 'x' ? [dx, dy] : [dy, dx];
  };
  const nearest = (joined.length > 0 ? joined : ahead).toSorted((a, b) => {
    const [[layer = 0, side = 0], [otherLayer = 0, otherSide = 0]] = [far(a), far(b)];
    return layer - otherLayer || side - otherSide;
  });
  return nearest[0]?.id ?? null;
}
