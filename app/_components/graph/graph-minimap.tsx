'use client';
import { type PointerEvent, type RefObject, useEffect, useState } from 'react';
import { lookOf } from '../status.tsx';
import { classNames } from '../ui/class-names.ts';
import { type GraphLayout, nodeSize } from './graph-layout.ts';
import type { DrawnNode } from './graph-node.tsx';
import type { Box, Viewport } from './use-viewport.ts';

const largest = { width: 168, height: 132 };

/** All of a large graph, small, with a frame round what is seen; a press goes there. Keys and scrolling need none of it. */
export function GraphMinimap({
  layout,
  nodes,
  viewport,
}: {
  layout: GraphLayout<unknown>;
  nodes: ReadonlyMap<string, DrawnNode>;
  viewport: Viewport;
}) {
  const seen = useSeen(viewport.view, layout, viewport.scale);
  const scale = Math.min(largest.width / layout.width, largest.height / layout.height);
  const go = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    viewport.centreOn({ x: (clientX - left) / scale, y: (clientY - top) / scale, width: 0, height: 0 });
  };
  return (
    <svg
      aria-hidden
      data-minimap
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      width={layout.width * scale}
      height={layout.height * scale}
      className="absolute right-4 bottom-4 cursor-crosshair touch-none rounded-md border border-line bg-panel/95 shadow-raised noscript:hidden phone:hidden"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => event.buttons === 1 && go(event)}
    >
      {layout.nodes.map(({ id, x, y }) => (
        <rect
          key={id}
          x={x}
          y={y}
          {...nodeSize}
          rx="8"
          className={classNames('fill-current', lookOf(nodes.get(id)?.status ?? 'pending').text)}
        />
      ))}
      {seen && <rect {...seen} fill="none" className="stroke-accent" strokeWidth={2 / scale} />}
    </svg>
  );
}

/** The part of the drawing that is seen now, in its own measure. */
function useSeen(
  view: RefObject<HTMLDivElement | null>,
  { width }: { width: number },
  scale: number | null,
): Box | null {
  const [seen, setSeen] = useState<Box | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scale shows another part
  useEffect(() => {
    const element = view.current;
    const drawing = element?.querySelector('svg');
    if (!element || !drawing) return;
    const look = () => {
      const [frame, whole] = [element.getBoundingClientRect(), drawing.getBoundingClientRect()];
      // On a phone it is not drawn.
      if (whole.width === 0) return;
      const now = whole.width / width;
      setSeen({
        x: (frame.left - whole.left) / now,
        y: (frame.top - whole.top) / now,
        width: element.clientWidth / now,
        height: element.clientHeight / now,
      });
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [view, width, scale]);
  return seen;
}
