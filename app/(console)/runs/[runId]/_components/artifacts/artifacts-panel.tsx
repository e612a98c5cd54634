'use client';
import { Files } from 'lucide-react';
import { Callout } from '#app/_components/ui/callout.tsx';
import { EmptyState } from '#app/_components/ui/empty-state.tsx';
import { paths } from '#lib/paths.ts';
import type { ArtifactView } from '#lib/runs/views.ts';
import { ArtifactTile } from './artifact-tile.tsx';

/** Everything the run produced, in the order it was saved: new files come last and move nothing. */
export function ArtifactsPanel({
  runId,
  artifacts,
  hasMore,
  onOpen,
}: {
  runId: string;
  artifacts: ArtifactView[];
  /** There were more when the page was made than it came with. */
  hasMore: boolean;
  onOpen: (id: string) => void;
}) {
  if (artifacts.length === 0) {
    return (
      <EmptyState icon={<Files />} heading="No artifacts yet" className="flex-1">
        Files that nodes produce stand here: text, images, logs, downloads.
      </EmptyState>
    );
  }
  return (
    <section aria-label="Artifacts" className="min-w-0 flex-1 p-5 phone:p-3">
      {hasMore && (
        <Callout className="mb-3">
          This run has more files than are shown here.{' '}
          <a href={paths.api.bundle(runId)} className="underline underline-offset-2">
            The download has all of them
          </a>
          .
        </Callout>
      )}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(264px,1fr))] items-start gap-3">
        {artifacts.map((artifact) => (
          <li key={artifact.id}>
            <ArtifactTile runId={runId} artifact={artifact} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  );
}
