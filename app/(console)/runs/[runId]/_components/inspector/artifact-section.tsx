import type { ArtifactView } from '#lib/runs/views.ts';
import { ArtifactChip } from '../artifacts/artifact-chip.tsx';
import { inlineUrl, isImage } from '../artifacts/artifact-kind.ts';
import { DetailsSection } from './details-section.tsx';

/** The files of a node; pictures open on the page, others in a tab of their own. */
export function ArtifactSection({
  runId,
  artifacts,
  onOpenImage,
}: {
  runId: string;
  artifacts: readonly ArtifactView[];
  onOpenImage: (id: string) => void;
}) {
  if (artifacts.length === 0) return null;
  const open = ({ id, type }: ArtifactView) =>
    isImage(type) ? onOpenImage(id) : window.open(inlineUrl(runId, id), '_blank', 'noopener');
  return (
    <DetailsSection heading="Artifacts" aside={artifacts.length}>
      <div className="flex flex-wrap gap-2">
        {artifacts.map((artifact) => (
          <ArtifactChip key={artifact.id} runId={runId} artifact={artifact} onOpen={() => open(artifact)} />
        ))}
      </div>
    </DetailsSection>
  );
}
