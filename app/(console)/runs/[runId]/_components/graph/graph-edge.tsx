import type { LaidEdge } from '#app/_components/graph-layout.ts';
import { classNames } from '#app/_components/ui/class-names.ts';
import type { Naming } from '../naming.ts';

export function GraphMarkers() {
  return (
    <defs>
      {(['taken', 'open'] as const).map((name) => (
        <marker
          key={name}
          id={`arrow-${name}`}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerUnits="userSpaceOnUse"
          markerWidth="9"
          markerHeight="9"
          orient="auto-start-reverse"
          className={name === 'taken' ? 'fill-mute' : 'fill-line-strong'}
        >
          <path d="M0 0.8 L7.2 4 L0 7.2 Z" />
        </marker>
      ))}
    </defs>
  );
}

/** A way that the run took is solid, another is dashed. */
type Props = { edge: LaidEdge; naming: Naming; isTaken: boolean };

export function GraphEdgeLine({ edge, naming, isTaken }: Props) {
  return (
    <path
      d={edge.path}
      fill="none"
      data-edge={`${edge.from} ${edge.to}`}
      data-taken={isTaken}
      markerEnd={`url(#arrow-${isTaken ? 'taken' : 'open'})`}
      className={classNames(isTaken ? 'stroke-mute' : 'stroke-line-strong')}
      strokeWidth={isTaken ? 1.75 : 1}
      strokeDasharray={isTaken ? undefined : '4 4'}
    >
      <title>{`${naming.node(edge.from)} to ${naming.node(edge.to)}${edge.isBack ? ', back' : ''}${isTaken ? ', taken' : ''}`}</title>
    </path>
  );
}
