import { useRunSource } from '#app/_client/run-source.tsx';
import type { ArtifactView } from '#lib/runs/views.ts';
import { ArtifactChip } from '../artifacts/artifact-chip.tsx';
import { isImage } from '../artifacts/artifact-kind.ts';
import { saveAs } from '../artifacts/file-link.tsx';
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
  const source = useRunSource();
  if (artifacts.length === 0) return null;
  const open = async ({ id, type, name }: ArtifactView) => {
    if (isImage(type)) return onOpenImage(id);
    const address = source.addressOf(runId, { kind: 'artifact', id }, 'inline');
    if (address !== null) window.open(address, '_blank', 'noopener');
    else saveAs(await source.openFile(runId, { kind: 'artifact', id }), name);
  };
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
