import type { MouseEvent } from 'react';
import type { Standing } from '#lib/engine/view/node-standing.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import type { GraphNode } from '#lib/workflow/graph.ts';
import { lookOf, StatusIcon } from '../status.tsx';
import { classNames } from '../ui/class-names.ts';
import { type LaidNode, nodeSize } from './graph-layout.ts';

/** A node as it is drawn: of a run with its status, of a workflow without. */
export type DrawnNode = {
  node: Pick<GraphNode, 'id' | 'name' | 'type' | 'description' | 'enabled'>;
  status: Standing | null;
  /** What stands beside its type. */
  aside: string | null;
  /** How the rounds of a loop came out, the latest of them. */
  rounds: Standing[];
  href: string;
  onClick?: (event: MouseEvent) => void;
  isSelected: boolean;
};

/** A click, or Enter, chooses it. */
export function GraphNodeLink({ drawn, place }: { drawn: DrawnNode; place: LaidNode }) {
  const { node, status, aside, rounds, href, onClick, isSelected } = drawn;
  return (
    <foreignObject x={place.x} y={place.y} width={nodeSize.width} height={nodeSize.height} className="overflow-visible">
      <a
        href={href}
        onClick={onClick}
        draggable={false}
        data-node={node.id}
        aria-current={isSelected ? 'true' : undefined}
        title={visibleText(node.description ?? node.name)}
        className={classNames(
          'relative flex h-full items-center gap-2 overflow-clip rounded-lg border bg-panel px-2.5 hover:bg-hover',
          isSelected ? 'border-accent ring-2 ring-accent/40' : 'border-line-strong/60',
          (status === 'skipped' || !node.enabled) && 'border-dashed',
        )}
      >
        {status && (
          <span className={classNames('grid size-6 shrink-0 place-items-center rounded-full', lookOf(status).soft)}>
            <StatusIcon status={status} />
          </span>
        )}
        <span className="min-w-0 flex-1">
          <span
            className={classNames(
              'line-clamp-2 break-words text-sm/4',
              status === 'pending' ? 'text-mute' : 'font-medium',
            )}
          >
            {visibleText(node.name || node.id)}
          </span>
          <span className="block truncate text-2xs/4 text-faint">{[node.type, aside].filter(Boolean).join(' · ')}</span>
          {status && <span className="sr-only">, {lookOf(status).label.toLowerCase()}</span>}
        </span>
        {rounds.length > 0 && <Rounds rounds={rounds} />}
      </a>
    </foreignObject>
  );
}

/** One mark a round, at the foot of the loop; how many there were is said in words. */
function Rounds({ rounds }: { rounds: Standing[] }) {
  return (
    <span aria-hidden className="absolute inset-x-0 bottom-0 flex h-1 gap-px">
      {rounds.map((status, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rounds have no other name than their place
        <span key={index} className={classNames('min-w-0 flex-1 bg-current', lookOf(status).text)} />
      ))}
    </span>
  );
}
