'use client';
import type { MouseEvent } from 'react';
import { classNames } from '#app/_components/ui/class-names.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import type { ArtifactView } from '#lib/runs/views.ts';
import { sizeWords } from '../artifacts/artifact-kind.ts';
import { FileLink } from '../artifacts/file-link.tsx';
import { RunImage } from '../artifacts/run-image.tsx';

type Props = { runId: string; pictures: ArtifactView[]; onOpen: (id: string) => void };

/** Images that an answer is about, beside each other with their names, so that they can be compared; a press enlarges one. */
export function EvidencePictures({ runId, pictures, onOpen }: Props) {
  return (
    <div className={classNames('grid shrink-0 gap-2.5', pictures.length > 1 && 'grid-cols-2')}>
      {pictures.map((picture) => {
        const open = (event: MouseEvent) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(picture.id);
        };
        return (
          <FileLink
            key={picture.id}
            runId={runId}
            file={{ kind: 'artifact', id: picture.id }}
            name={picture.name}
            how="inline"
            onClick={open}
            className="flex min-w-0 flex-col overflow-clip rounded-lg border border-line bg-page -outline-offset-2 hover:border-line-strong"
          >
            {/* Of one height from the start: nothing moves when it arrives. */}
            <RunImage runId={runId} id={picture.id} className="h-56 w-full cursor-zoom-in object-contain phone:h-28" />
            <span className="flex h-8 items-center gap-2 border-line border-t bg-panel px-2.5 text-xs">
              <span className="truncate font-medium">{visibleText(picture.name)}</span>
              <span className="ml-auto shrink-0 text-faint tabular-nums">{sizeWords(picture.size)}</span>
            </span>
          </FileLink>
        );
      })}
    </div>
  );
}
