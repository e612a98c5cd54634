'use client';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '#app/_components/ui/button.tsx';
import { buttonStyle } from '#app/_components/ui/button-style.ts';
import { Dialog } from '#app/_components/ui/dialog.tsx';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { ArtifactView } from '#lib/runs/views.ts';
import { inlineUrl, sizeWords } from './artifact-kind.ts';

/** Images of the run, large, one after another: arrows move, escape closes. */
export function Lightbox({
  runId,
  images,
  openId,
  onOpen,
  onClose,
}: {
  runId: string;
  images: ArtifactView[];
  openId: string;
  onOpen: (id: string) => void;
  onClose: () => void;
}) {
  const index = images.findIndex(({ id }) => id === openId);
  const image = images[index];
  const step = (by: number) => {
    const next = images[(index + by + images.length) % images.length];
    if (next) onOpen(next.id);
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'ArrowRight') step(1);
      if (event.key === 'ArrowLeft') step(-1);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  if (!image) return null;
  return (
    <Dialog heading={visibleText(image.name)} size="lg" onClose={onClose}>
      <div className="grid min-h-48 place-items-center rounded-md bg-page">
        {/* biome-ignore lint/performance/noImgElement: artifacts come from the run's own store, unoptimised on purpose */}
        <img
          src={inlineUrl(runId, image.id)}
          alt={visibleText(image.name)}
          className="max-h-[62dvh] min-h-40 max-w-full object-contain"
        />
      </div>
      <div className="mt-3 flex items-center gap-2">
        {images.length > 1 && (
          <>
            <Button size="icon" aria-label="Previous image" onClick={() => step(-1)}>
              <ChevronLeft aria-hidden />
            </Button>
            <Button size="icon" aria-label="Next image" onClick={() => step(1)}>
              <ChevronRight aria-hidden />
            </Button>
          </>
        )}
        <p className="min-w-0 truncate text-mute text-xs tabular-nums">
          {index + 1} of {images.length} · {image.node} · {sizeWords(image.size)}
        </p>
        <a href={paths.api.artifact(runId, image.id)} download={image.name} className={buttonStyle({}, 'ml-auto')}>
          <Download aria-hidden />
          Download
        </a>
      </div>
    </Dialog>
  );
}
