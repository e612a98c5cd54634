import { RotateCcw } from 'lucide-react';
import { LiveOnly } from '#app/_client/run-source.tsx';
import { StatusPill } from '#app/_components/status.tsx';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import type { Standing } from '#lib/engine/view/node-standing.ts';
import { paths } from '#lib/paths.ts';
import type { GraphNode } from '#lib/workflow/graph.ts';

/** What the node is called, how it stands, and the way to run it again. */
type Props = { node: GraphNode; runId: string; standing: Standing };

export function NodeHeader({ node, runId, standing }: Props) {
  return (
    <header className="px-4 pt-4 pb-3">
      <h2 className="truncate pr-9 font-semibold text-base">{node.name || node.id}</h2>
      <p className="mt-1.5 flex items-center gap-2 text-mute text-xs">
        <StatusPill status={standing} />
        {node.type}
      </p>
      {node.description && <p className="mt-2 text-mute text-sm">{node.description}</p>}
      <p className="mt-2.5 flex flex-wrap gap-2">
        <LiveOnly>
          <ButtonLink
            href={paths.runPlan(runId, 'restart', { node: node.id })}
            size="sm"
            title="Shows first what would run again"
          >
            <RotateCcw aria-hidden />
            Restart from here
          </ButtonLink>
        </LiveOnly>
      </p>
    </header>
  );
}
