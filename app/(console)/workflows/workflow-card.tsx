import { CircleX, Play, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { WorkflowSummary } from '#lib/runs/views.ts';
import { Badge } from '../../_components/ui/badge.tsx';
import { ButtonLink } from '../../_components/ui/button-link.tsx';
import { countProblems } from './count-problems.ts';
import { FormatBadge } from './format-badge.tsx';

export function WorkflowCard({ workflow }: { workflow: WorkflowSummary }) {
  const { errors, warnings } = countProblems(workflow.problems);
  return (
    <li className="relative flex min-w-0 flex-col rounded-lg border border-line bg-panel p-4 hover:border-line-strong">
      <div className="flex items-baseline gap-2">
        <h2 className="min-w-0 truncate font-semibold text-[15px]">
          <Link
            href={paths.workflow(workflow.workflow)}
            prefetch={false}
            className="-outline-offset-2 after:absolute after:inset-0 after:rounded-lg"
          >
            {visibleText(workflow.name)}
          </Link>
        </h2>
        {workflow.version && <span className="shrink-0 font-mono text-faint text-xs">v{workflow.version}</span>}
      </div>
      <p className="mt-1 line-clamp-2 min-h-10 break-words text-mute text-sm">
        {visibleText(workflow.description ?? 'No description.')}
      </p>
      <div className="mt-3 flex min-h-[30px] items-center gap-1.5">
        <Badge variant="outline">
          {workflow.nodes} {workflow.nodes === 1 ? 'node' : 'nodes'}
        </Badge>
        <FormatBadge format={workflow.format} />
        {errors.count > 0 && (
          <Badge variant="failed">
            <CircleX aria-hidden />
            {errors.words}
          </Badge>
        )}
        {warnings.count > 0 && (
          <Badge variant="waiting">
            <TriangleAlert aria-hidden />
            {warnings.words}
          </Badge>
        )}
        {workflow.ok && (
          <ButtonLink href={`${paths.workflow(workflow.workflow)}#start`} className="relative z-[1] ml-auto">
            <Play aria-hidden />
            Start<span className="sr-only"> {visibleText(workflow.name)}</span>
          </ButtonLink>
        )}
      </div>
    </li>
  );
}
