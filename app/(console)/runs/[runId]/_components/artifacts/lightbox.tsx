'use client';
// Images of the run, large, one after another, or one against the one before it. Arrows move, Home and End go to the first and
// last, + and - zoom, a hand or Shift with arrows pans, Escape closes. Which image it is, and with which it is compared, stands
// in the page's address.
import { ChevronLeft, ChevronRight, Download, SquareSplitHorizontal, ZoomIn, ZoomOut } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { LiveOnly } from '#app/_client/run-source.tsx';
import { exactTime } from '#app/_components/time-words.ts';
import { Button } from '#app/_components/ui/button.tsx';
import { buttonStyle } from '#app/_components/ui/button-style.ts';
import { CopyButton } from '#app/_components/ui/copy-button.tsx';
import { Dialog } from '#app/_components/ui/dialog.tsx';
import { Select } from '#app/_components/ui/select.tsx';
import type { SavedImage } from '#lib/engine/view/timeline.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import type { ArtifactView } from '#lib/runs/views.ts';
import type { Naming } from '../naming.ts';
import { useRested } from '../use-rested.ts';
import { sizeWords } from './artifact-kind.ts';
import { BeforeAfter } from './before-after.tsx';
import { FileLink } from './file-link.tsx';
import { imageBefore } from './image-before.ts';
import { RunImage } from './run-image.tsx';

const zoomStep = 1.5;
const mostZoom = 12;
const panStep = 80;

type Props = {
  runId: string;
  images: SavedImage[];
  /** What is known of them so far. */
  artifacts: ReadonlyMap<string, ArtifactView>;
  openId: string;
  /** The one that it is compared with. */
  beforeId: string | null;
  naming: Naming;
  onOpen: (id: string, beforeId: string | null) => void;
  onClose: () => void;
};

/** One of them, and when it was saved. */
type Shot = ArtifactView & { at: number };

export function Lightbox({ runId, images, artifacts, openId, beforeId, naming, onOpen, onClose }: Props) {
  // Keys can be faster than an address is written.
  const { value: shownId, setValue: show } = useRested(openId, (id) =>
    onOpen(id, isComparing ? (usualBefore(id)?.id ?? null) : null),
  );
  const indexOf = (shown: string) => images.findIndex(({ id }) => id === shown);
  const image = artifacts.get(shownId);
  const isComparing = beforeId !== null;
  const [zoom, setZoom] = useState(1);
  const frame = useRef<HTMLDivElement>(null);
  const known = images.flatMap(({ id, at }): Shot[] => {
    const artifact = artifacts.get(id);
    return artifact ? [{ ...artifact, at }] : [];
  });
  const usualBefore = (id: string) => {
    const shot = artifacts.get(id);
    return shot ? imageBefore(known, shot) : null;
  };
  const showAt = (place: (now: string) => number) => {
    setZoom(1);
    show((now) => images.at(place(now) % images.length)?.id ?? now);
  };
  const step = (by: 1 | -1) => showAt((now) => indexOf(now) + by);
  const zoomBy = (factor: number) => setZoom((now) => Math.min(mostZoom, Math.max(1, now * factor)));
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isControl = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
      if (isControl || event.ctrlKey || event.metaKey || event.altKey) return;
      const pan = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (event.shiftKey && pan) frame.current?.scrollBy((pan[0] ?? 0) * panStep, (pan[1] ?? 0) * panStep);
      else if (event.key === 'ArrowRight') step(1);
      else if (event.key === 'ArrowLeft') step(-1);
      else if (event.key === 'Home') showAt(() => 0);
      else if (event.key === 'End') showAt(() => -1);
      else if (event.key === '+' || event.key === '=') zoomBy(zoomStep);
      else if (event.key === '-') zoomBy(1 / zoomStep);
      else if (event.key === '0') setZoom(1);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  const chosen = shownId === openId ? known.find(({ id }) => id === beforeId) : undefined;
  const other = chosen ?? usualBefore(shownId);
  const name = image ? visibleText(image.name) : 'Image';
  const words = ({ node, visit, at }: Shot) => {
    const again = visit > 1 ? [`visit ${visit}`] : [];
    return [visibleText(naming.node(node)), ...again, exactTime(new Date(at).toISOString(), 'local')].join(' · ');
  };
  const open = known.find(({ id }) => id === shownId);
  return (
    <Dialog heading={name} size="lg" onClose={onClose} className="w-[calc(100vw-48px)]! max-w-[1400px]!">
      {isComparing && image && other ? (
        <div className="grid min-h-48 place-items-center rounded-md bg-page">
          <BeforeAfter runId={runId} before={other} after={image} />
        </div>
      ) : (
        <section
          ref={frame}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
          tabIndex={0}
          aria-label={zoom > 1 ? `${Math.round(zoom * 100)} %` : 'The whole image'}
          className={`grid max-h-[64dvh] min-h-48 overflow-auto rounded-md bg-page ${zoom > 1 ? 'cursor-grab active:cursor-grabbing' : 'place-items-center'}`}
          {...panning}
        >
          <RunImage
            runId={runId}
            id={shownId}
            alt={name}
            draggable={false}
            className={zoom > 1 ? 'max-w-none select-none' : 'max-h-[64dvh] min-h-40 max-w-full object-contain'}
            style={zoom > 1 ? { width: `${zoom * 100}%` } : undefined}
          />
        </section>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
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
        {!isComparing && (
          <>
            <Button size="icon" aria-label="Zoom out" aria-disabled={zoom <= 1} onClick={() => zoomBy(1 / zoomStep)}>
              <ZoomOut aria-hidden />
            </Button>
            <Button size="icon" aria-label="Zoom in" aria-disabled={zoom >= mostZoom} onClick={() => zoomBy(zoomStep)}>
              <ZoomIn aria-hidden />
            </Button>
          </>
        )}
        {other && (
          <Button
            aria-pressed={isComparing}
            onClick={() => onOpen(shownId, isComparing ? null : other.id)}
            className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            <SquareSplitHorizontal aria-hidden />
            Before and after
          </Button>
        )}
        {isComparing && other && (
          <Select
            aria-label="The image before"
            fit="sm"
            value={other.id}
            onChange={({ target }) => onOpen(shownId, target.value)}
            className="max-w-72"
          >
            {known
              .filter(({ id }) => id !== shownId)
              .map((one) => (
                <option key={one.id} value={one.id}>
                  {visibleText(one.name)} · {words(one)}
                </option>
              ))}
          </Select>
        )}
        <p
          className="min-w-0 flex-1 truncate text-mute text-xs tabular-nums phone:order-first phone:basis-full"
          aria-live="polite"
        >
          {(indexOf(shownId) + 1).toLocaleString('en')} of {images.length.toLocaleString('en')}
          {open && ` · ${words(open)} · ${sizeWords(open.size)}`}
        </p>
        <LiveOnly>
          <CopyButton text={window.location.href} label="of this image">
            Copy the address
          </CopyButton>
        </LiveOnly>
        <FileLink
          runId={runId}
          file={{ kind: 'artifact', id: shownId }}
          name={image?.name ?? shownId}
          how="download"
          className={buttonStyle()}
        >
          <Download aria-hidden />
          Download
        </FileLink>
      </div>
    </Dialog>
  );
}

/** A hand that drags moves the picture under the frame. */
const panning = {
  onPointerDown: (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'mouse' && event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
  },
  onPointerMove: ({ currentTarget: frame, pointerId, movementX, movementY }: PointerEvent<HTMLElement>) => {
    if (frame.hasPointerCapture(pointerId)) frame.scrollBy(-movementX, -movementY);
  },
};
