'use client';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useWidth } from '#app/_client/use-width.ts';
import type { ArtifactView } from '#lib/runs/views.ts';

const tile = { width: 264, height: 216, gap: 12 };

/** Draws only the tiles that can be seen, where the plain grid would have them; for runs with more files than a page should hold. */
export function VirtualTiles({
  artifacts,
  render,
}: {
  artifacts: ArtifactView[];
  render: (artifact: ArtifactView) => ReactNode;
}) {
  const [list, width] = useWidth<HTMLUListElement>(tile.width);
  const [top, setTop] = useState(0);
  const columns = Math.max(1, Math.floor((width + tile.gap) / (tile.width + tile.gap)));
  const rows = useWindowVirtualizer({
    count: Math.ceil(artifacts.length / columns),
    estimateSize: () => tile.height,
    gap: tile.gap,
    overscan: 3,
    scrollMargin: top,
  });
  // What stands above it may grow.
  useLayoutEffect(() => {
    if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
  });
  return (
    <ul ref={list} className="relative" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().flatMap((row) =>
        artifacts.slice(row.index * columns, (row.index + 1) * columns).map((artifact, column) => (
          <li
            key={artifact.id}
            ref={column === 0 ? rows.measureElement : undefined}
            data-index={row.index}
            aria-setsize={artifacts.length}
            aria-posinset={row.index * columns + column + 1}
            className="absolute top-0"
            style={{
              transform: `translateY(${row.start - top}px)`,
              left: `calc((100% + ${tile.gap}px) * ${column / columns})`,
              width: `calc((100% + ${tile.gap}px) / ${columns} - ${tile.gap}px)`,
            }}
          >
            {render(artifact)}
          </li>
        )),
      )}
    </ul>
  );
}
