import { FileQuestion } from 'lucide-react';
import type { Metadata } from 'next';
import { enterPage } from '#lib/http/enter-page.ts';
import { listWorkflows } from '#lib/runs/read-workflows.ts';
import { PageHeader } from '../../_components/page-header.tsx';
import { LiveBadge } from '../../_components/shell/live-badge.tsx';
import { PaletteButton } from '../../_components/shell/palette-button.tsx';
import { EmptyState } from '../../_components/ui/empty-state.tsx';
import { FollowFiles } from './follow-files.tsx';
import { WorkflowCard } from './workflow-card.tsx';

export const metadata: Metadata = { title: 'Workflows' };

export default async function WorkflowsPage() {
  const { house, actor } = await enterPage('see');
  const workflows = await listWorkflows(house, actor);
  return (
    <>
      <PageHeader heading="Workflows" actions={<PaletteButton />}>
        <span className="text-faint text-xs tabular-nums">{workflows.length}</span>
        <LiveBadge />
      </PageHeader>
      <FollowFiles />
      {workflows.length === 0 ? (
        <EmptyState icon={<FileQuestion />} heading="No workflows">
          Put a YAML file into <code className="break-all font-mono text-xs">{house.env.workflowsDirectory}</code> and
          it shows up here.
        </EmptyState>
      ) : (
        <ul className="grid gap-3 p-5 sm:grid-cols-2 xl:grid-cols-3 phone:p-4">
          {workflows.map((workflow) => (
            <WorkflowCard key={workflow.file} workflow={workflow} />
          ))}
        </ul>
      )}
    </>
  );
}
