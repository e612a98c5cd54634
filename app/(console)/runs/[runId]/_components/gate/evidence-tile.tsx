'use client';
import type { MouseEvent } from 'react';
import { classNames } from '#app/_components/ui/class-names.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import type { ArtifactView } from '#lib/runs/views.ts';
import { iconOf, isImage, isText, sizeWords } from '../artifacts/artifact-kind.ts';
import { ArtifactPreview } from '../artifacts/artifact-preview.tsx';
import { FileLink } from '../artifacts/file-link.tsx';
import { RunImage } from '../artifacts/run-image.tsx';

/** A file that people should look at before they answer: of one size from the start, so that nothing moves when it is read. */
export function EvidenceTile({
  runId,
  artifact,
  isOpen,
  onOpen,
}: {
  runId: string;
  artifact: ArtifactView;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const Icon = iconOf(artifact.type);
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  }
  return (
    <div
      className={classNames(
        'relative w-[196px] shrink-0 overflow-clip rounded-lg border bg-page hover:border-line-strong',
        isOpen ? 'border-accent' : 'border-line',
      )}
    >
      <div aria-hidden inert className="h-[92px] overflow-hidden">
        <Picture runId={runId} artifact={artifact} />
      </div>
      <FileLink
        runId={runId}
        file={{ kind: 'artifact', id: artifact.id }}
        name={artifact.name}
        how="inline"
        onClick={open}
        aria-expanded={isImage(artifact.type) ? undefined : isOpen}
        className="flex h-8 items-center gap-2 border-line border-t bg-panel px-2.5 text-xs -outline-offset-2 after:absolute after:inset-0"
      >
        <Icon aria-hidden className="size-3.5 shrink-0 text-faint" />
        <span className="truncate font-medium">{visibleText(artifact.name)}</span>
        <span className="ml-auto shrink-0 text-faint tabular-nums">{sizeWords(artifact.size)}</span>
      </FileLink>
    </div>
  );
}

function Picture({ runId, artifact }: { runId: string; artifact: ArtifactView }) {
  if (isImage(artifact.type)) {
    return <RunImage runId={runId} id={artifact.id} className="size-full object-cover object-top" />;
  }
  if (isText(artifact.type) && artifact.size > 0) {
    return (
      <ArtifactPreview
        runId={runId}
        artifact={artifact}
        className="overflow-hidden! rounded-none! border-0! px-2.5! py-2! text-[9px]/[13px]!"
      />
    );
  }
  return (
    <p className="grid h-full place-items-center text-faint text-xs">{artifact.size === 0 ? 'Empty' : artifact.type}</p>
  );
}
