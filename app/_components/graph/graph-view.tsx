'use client';
// A graph to look at, of a run or of a workflow: it moves, grows and fits; words stand at its ways. Without scripts it is a
// drawing that scrolls. On a phone whoever shows it has a list instead.
import { Crosshair, Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { Button } from '../ui/button.tsx';
import { GraphEdgeLine, GraphEdgeWords, GraphMarkers } from './graph-edge.tsx';
import type { WrittenEdge } from './graph-edges.ts';
import { type GraphLayout, nodeSize, page } from './graph-layout.ts';
import { GraphMinimap } from './graph-minimap.tsx';
import { type DrawnNode, GraphNodeLink } from './graph-node.tsx';
import { useDragPan } from './use-drag-pan.ts';
import { useGraphKeys } from './use-graph-keys.ts';
import { type Box, useViewport, type Viewport } from './use-viewport.ts';

/** Smaller than this share of its size the text could not be read: then the drawing scrolls. */
const readable = 0.7;
/** With more nodes than this a small picture of all of them helps. */
const manyNodes = 40;

type Layout = GraphLayout<WrittenEdge>;

type Props = {
  layout: Layout;
  nodes: DrawnNode[];
  isTaken: (edge: WrittenEdge) => boolean;
  /** What goes on now: it can be centred on. */
  active: string[];
  /** Where it opens while nothing goes on. */
  opening: string;
  /** How high it may be, as a length of the style sheet. */
  room: string;
  aside?: ReactNode;
  /** It is what the page is about: arrows are for it wherever they are pressed. */
  isMain?: boolean;
};

export function GraphView({ layout, nodes, isTaken, active, opening, room, aside, isMain = false }: Props) {
  const viewport = useViewport(layout);
  const centre = centreOf(layout, active);
  useOpening(viewport, centre ?? boxAround(layout, [opening]));
  useGraphKeys({ layout, viewport, first: active[0] ?? opening, isMain });
  const byId = useMemo(() => new Map(nodes.map((drawn) => [drawn.node.id, drawn])), [nodes]);
  return (
    <div className="relative min-w-0 phone:hidden">
      <div className="flex h-10 items-center gap-1 border-line-soft border-b pr-3 pl-4">
        <div className="mr-auto min-w-0 truncate text-mute text-xs">{aside}</div>
        <Controls viewport={viewport} centre={centre} />
      </div>
      <Canvas layout={layout} viewport={viewport} room={room}>
        <GraphDrawing layout={layout} nodes={byId} isTaken={isTaken} />
      </Canvas>
      {nodes.length > manyNodes && <GraphMinimap layout={layout} nodes={byId} viewport={viewport} />}
    </div>
  );
}

function Canvas({
  layout: { width, height, nodes },
  viewport,
  room,
  children,
}: {
  layout: Layout;
  viewport: Viewport;
  room: string;
  children: ReactNode;
}) {
  const pan = useDragPan();
  const { scale } = viewport;
  const fitted = `clamp(${width * readable}px, min(100%, (${room} - 24px) * ${width / height}), ${width}px)`;
  return (
    <section
      ref={viewport.view}
      aria-label="Drawing"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop the keyboard cannot scroll it
      tabIndex={0}
      {...pan}
      className="flex cursor-grab select-none overflow-auto p-3 -outline-offset-2 active:cursor-grabbing"
      style={{ height: `min(${room}, ${height + 24}px)` }}
    >
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="m-auto block h-auto shrink-0"
        style={{ width: scale === null ? fitted : `${width * scale}px` }}
        aria-label={`${nodes.length} nodes`}
      >
        {children}
      </svg>
    </section>
  );
}

function GraphDrawing({
  layout,
  nodes,
  isTaken,
}: {
  layout: Layout;
  nodes: ReadonlyMap<string, DrawnNode>;
  isTaken: Props['isTaken'];
}) {
  const nameOf = (id: string) => nodes.get(id)?.node.name || id;
  const edges = layout.edges.map((edge) => ({ edge, isTaken: isTaken(edge) }));
  const key = ({ from, to }: WrittenEdge) => `${from} ${to}`;
  return (
    <>
      <GraphMarkers />
      {edges
        .toSorted((a, b) => Number(a.isTaken) - Number(b.isTaken))
        .map(({ edge, ...props }) => (
          <GraphEdgeLine key={key(edge)} edge={edge} nameOf={nameOf} {...props} />
        ))}
      {edges.map(({ edge, ...props }) => (
        <GraphEdgeWords key={key(edge)} edge={edge} {...props} />
      ))}
      {layout.nodes.map((place) => {
        const drawn = nodes.get(place.id);
        return drawn && <GraphNodeLink key={place.id} drawn={drawn} place={place} />;
      })}
    </>
  );
}

function Controls({ viewport, centre }: { viewport: Viewport; centre: Box | null }) {
  return (
    <div className="flex shrink-0 items-center gap-1 noscript:hidden">
      {centre && (
        <Button size="sm" variant="ghost" onClick={() => viewport.centreOn(centre)}>
          <Crosshair aria-hidden />
          Centre on what is active
        </Button>
      )}
      <Button size="sm" variant="ghost" title="Show all of it (0)" onClick={viewport.fit}>
        <Maximize aria-hidden />
        Fit
      </Button>
      <Button
        size="icon"
        variant="ghost"
        aria-label="Zoom out"
        title="Zoom out (-)"
        onClick={() => viewport.zoomBy(-1)}
      >
        <ZoomOut aria-hidden />
      </Button>
      <Button size="icon" variant="ghost" aria-label="Zoom in" title="Zoom in (+)" onClick={() => viewport.zoomBy(1)}>
        <ZoomIn aria-hidden />
      </Button>
    </div>
  );
}

/** All that is active, as long as a page can show it; else the first of it. */
function centreOf(layout: Layout, active: readonly string[]): Box | null {
  const all = boxAround(layout, active);
  const isLarge = all !== null && (all.width > page.width || all.height > page.height);
  return isLarge ? boxAround(layout, active.slice(0, 1)) : all;
}

function boxAround(layout: Layout, ids: readonly string[]): Box | null {
  const places = layout.nodes.filter(({ id }) => ids.includes(id));
  if (places.length === 0) return null;
  const [x, y] = [Math.min(...places.map((place) => place.x)), Math.min(...places.map((place) => place.y))];
  const right = Math.max(...places.map((place) => place.x)) + nodeSize.width;
  const bottom = Math.max(...places.map((place) => place.y)) + nodeSize.height;
  return { x, y, width: right - x, height: bottom - y };
}

/** Where a page that shows only a part of it begins. Later nothing moves by itself. */
function useOpening({ centreOn, isWhole }: Viewport, box: Box | null) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useLayoutEffect(() => {
    if (box && !isWhole()) centreOn(box);
  }, []);
}
