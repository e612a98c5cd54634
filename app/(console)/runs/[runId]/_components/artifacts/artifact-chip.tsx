'use client';
import type { MouseEvent } from 'react';
import { visibleText } from '#lib/html/visible-text.ts';
import type { ArtifactView } from '#lib/runs/views.ts';
import { iconOf, isImage, sizeWords } from './artifact-kind.ts';
import { FileLink } from './file-link.tsx';
import { RunImage } from './run-image.tsx';

/** A file in a word: its name and size, images with a thumbnail. Without scripts it is a link to the file. */
export function ArtifactChip({
  runId,
  artifact,
  expanded,
  onOpen,
}: {
  runId: string;
  artifact: ArtifactView;
  expanded?: boolean;
  onOpen: () => void;
}) {
  const Icon = iconOf(artifact.type);
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  }
  return (
    <FileLink
      runId={runId}
      file={{ kind: 'artifact', id: artifact.id }}
      name={artifact.name}
      how="inline"
      onClick={open}
      aria-expanded={expanded}
      className="inline-flex h-8 max-w-full items-center gap-2 rounded-md border border-line bg-panel px-2.5 text-sm hover:border-line-strong aria-expanded:border-accent aria-expanded:bg-accent-soft phone:h-11"
    >
      {isImage(artifact.type) ? (
        <RunImage runId={runId} id={artifact.id} className="-ml-1 size-6 rounded-sm border border-line object-cover" />
      ) : (
        <Icon aria-hidden className="size-3.5 shrink-0 text-faint" />
      )}
      <span className="truncate">{visibleText(artifact.name)}</span>
      <span className="text-faint text-xs tabular-nums">{sizeWords(artifact.size)}</span>
    </FileLink>
  );
}
