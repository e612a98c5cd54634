'use client';
import type { WrittenEdge } from '#app/_components/graph/graph-edges.ts';
import type { GraphLayout } from '#app/_components/graph/graph-layout.ts';
import type { DrawnNode } from '#app/_components/graph/graph-node.tsx';
import { GraphView } from '#app/_components/graph/graph-view.tsx';

/** Nobody has walked it yet: all ways are drawn alike. */
const allAlike = () => true;

export function WorkflowGraph(props: { layout: GraphLayout<WrittenEdge>; nodes: DrawnNode[]; opening: string }) {
  return (
    <GraphView
      {...props}
      isTaken={allAlike}
      active={[]}
      room="max(360px, 100dvh - 180px)"
      aside="A node leads to its place in the source"
    />
  );
}
