import { classNames } from '../ui/class-names.ts';
import type { WrittenEdge } from './graph-edges.ts';
import type { LaidEdge } from './graph-layout.ts';

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

type Props = { edge: LaidEdge<WrittenEdge>; nameOf: (id: string) => string; isTaken: boolean };

/** A way that the run took is solid, another is dashed. */
export function GraphEdgeLine({ edge, nameOf, isTaken }: Props) {
  const said = [edge.words, edge.isBack && 'back', isTaken && 'taken'].filter(Boolean);
  return (
    <path
      d={edge.path}
      fill="none"
      data-edge={`${edge.from} ${edge.to}`}
      data-taken={isTaken}
      markerEnd={`url(#arrow-${isTaken ? 'taken' : 'open'})`}
      className={isTaken ? 'stroke-mute' : 'stroke-line-strong'}
      strokeWidth={isTaken ? 1.75 : 1}
      strokeDasharray={isTaken ? undefined : '4 4'}
    >
      <title>{[`${nameOf(edge.from)} to ${nameOf(edge.to)}`, ...said].join(', ')}</title>
    </path>
  );
}

/** Its words, over all lines. */
export function GraphEdgeWords({ edge, isTaken }: Omit<Props, 'nameOf'>) {
  const { label } = edge;
  if (!label) return null;
  return (
    <g data-words={`${edge.from} ${edge.to}`}>
      <rect
        x={label.x - label.width / 2}
        y={label.y - label.height / 2}
        width={label.width}
        height={label.height}
        rx="4"
        className="fill-page"
      />
      <text
        x={label.x}
        y={label.y}
        dy="0.35em"
        textAnchor="middle"
        className={classNames('text-2xs', isTaken ? 'fill-ink font-medium' : 'fill-mute')}
      >
        {label.text}
        {label.text !== edge.words && <title>{edge.words}</title>}
      </text>
    </g>
  );
}
