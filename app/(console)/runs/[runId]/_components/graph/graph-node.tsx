import { type LaidNode, nodeSize } from '#app/_components/graph-layout.ts';
import { lookOf, StatusIcon } from '#app/_components/status.tsx';
import { classNames } from '#app/_components/ui/class-names.ts';
import type { Standing } from '#lib/engine/view/node-standing.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import type { GraphNode } from '#lib/workflow/graph.ts';
import type { RunUrl } from '../use-run-url.ts';

type Props = {
  node: GraphNode;
  place: LaidNode;
  status: Standing;
  rounds: number;
  visits: number;
  isSelected: boolean;
  url: RunUrl;
};

/** A node with its status; a click chooses it. */
export function GraphNodeLink({ node, place, status, rounds, visits, isSelected, url }: Props) {
  const target = { node: node.id };
  const look = lookOf(status);
  const aside = rounds > 0 ? `round ${rounds} of ${node.traits.rounds?.most}` : visits > 1 ? `× ${visits}` : null;
  return (
    <foreignObject x={place.x} y={place.y} width={nodeSize.width} height={nodeSize.height} className="overflow-visible">
      <a
        href={url.hrefTo(target)}
        onClick={url.follow(target)}
        aria-current={isSelected ? 'true' : undefined}
        title={visibleText(node.description ?? node.name)}
        className={classNames(
          'flex h-full items-center gap-2 rounded-lg border bg-panel px-2.5 hover:bg-hover',
          isSelected ? 'border-accent ring-2 ring-accent/40' : 'border-line-strong/60',
          (status === 'skipped' || !node.enabled) && 'border-dashed',
        )}
      >
        <span className={classNames('grid size-6 shrink-0 place-items-center rounded-full', look.soft)}>
          <StatusIcon status={status} />
        </span>
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
          <span className="sr-only">, {look.label.toLowerCase()}</span>
        </span>
      </a>
    </foreignObject>
  );
}
