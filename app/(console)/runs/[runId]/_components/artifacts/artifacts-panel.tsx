'use client';
import { Files } from 'lucide-react';
import { EmptyState } from '#app/_components/ui/empty-state.tsx';
import type { ArtifactView } from '#lib/runs/views.ts';
import { ArtifactTile } from './artifact-tile.tsx';

/** Everything the run produced, in the order it was saved: new files come last and move nothing. */
export function ArtifactsPanel({
  runId,
  artifacts,
  onOpenImage,
}: {
  runId: string;
  artifacts: ArtifactView[];
  onOpenImage: (id: string) => void;
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
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(264px,1fr))] items-start gap-3">
        {artifacts.map((artifact) => (
          <li key={artifact.id}>
            <ArtifactTile runId={runId} artifact={artifact} onOpenImage={onOpenImage} />
          </li>
        ))}
      </ul>
    </section>
  );
}
