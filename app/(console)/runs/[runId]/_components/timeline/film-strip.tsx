'use client';
// The screenshots of the run on the scale of its timeline. One of the stack that the run's moment has come to is marked, and
// what was not there yet at that moment is pale, so that nothing moves while somebody goes through time.
import type { KeyboardEvent } from 'react';
import { useWidth } from '#app/_client/use-width.ts';
import { classNames } from '#app/_components/ui/class-names.ts';
import { filmFrames } from '#lib/engine/view/time/film.ts';
import type { TimeScale } from '#lib/engine/view/time/time-scale.ts';
import type { SavedImage } from '#lib/engine/view/timeline.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import type { ArtifactView } from '#lib/runs/views.ts';
import { RunImage } from '../artifacts/run-image.tsx';
import type { Naming } from '../naming.ts';
import { lengthWords } from './axis-words.ts';
import { rowGrid } from './timeline-row.tsx';

const thumb = { width: 72, gap: 6 };
/** Before it is measured. */
const usualWidth = 720;

export function FilmStrip({
  runId,
  images,
  artifacts,
  scale,
  at,
  naming,
  onOpenImage,
}: {
  runId: string;
  images: SavedImage[];
  /** What is known of them so far. */
  artifacts: ReadonlyMap<string, ArtifactView>;
  scale: TimeScale;
  /** The event that the page shows the run after; null in the present. */
  at: number | null;
  naming: Naming;
  onOpenImage: (id: string) => void;
}) {
  const [strip, width] = useWidth<HTMLDivElement>(usualWidth);
  const frames = filmFrames(scale, images, (thumb.width + thumb.gap) / width);
  const seen = at === null ? undefined : images.findLast(({ seq }) => seq <= at);
  return (
    <section
      aria-label="Film strip"
      className="sticky bottom-16 z-[4] border-line border-t bg-page noscript:hidden phone:hidden"
    >
      <div className={`${rowGrid} h-[60px] items-center`}>
        <span className="truncate pl-5 text-faint text-xs">
          {images.length.toLocaleString('en')} {images.length === 1 ? 'image' : 'images'}
        </span>
        <div ref={strip} className="relative mr-14 ml-2 h-full">
          {frames.map((frame) => {
            const { images: stack, left } = frame;
            const marked = stack.find(({ id }) => id === seen?.id);
            const shown = marked ?? stack.at(-1);
            if (!shown) return null;
            const known = artifacts.get(shown.id);
            const origin = known ? [visibleText(known.name), visibleText(naming.node(known.node))] : ['Image'];
            const words = [...origin, lengthWords(shown.at - scale.origin)].join(' · ');
            const many = stack.length > 1;
            return (
              <button
                key={stack[0]?.id}
                type="button"
                aria-label={many ? `${stack.length} images, ${words}` : words}
                aria-current={marked ? 'true' : undefined}
                title={words}
                onClick={() => onOpenImage(shown.id)}
                onKeyDown={stepThrough}
                className={classNames(
                  'group absolute top-1.5 h-12 rounded-sm border bg-panel focus-visible:z-[1] hover:z-[1]',
                  marked ? 'border-accent ring-2 ring-accent' : 'border-line hover:border-line-strong',
                  many && 'shadow-[3px_-3px_0_-1px_var(--color-page),3px_-3px_0_0_var(--color-line-strong)]',
                  at !== null && (stack[0]?.seq ?? 0) > at && 'opacity-40',
                )}
                style={{ left: `${left * 100}%`, width: thumb.width }}
              >
                <RunImage
                  runId={runId}
                  id={shown.id}
                  alt=""
                  loading="lazy"
                  className="size-full rounded-[3px] object-cover object-top"
                />
                {many && (
                  <span className="absolute right-0.5 bottom-0.5 rounded-sm border border-line bg-raised px-1 text-2xs text-ink tabular-nums">
                    {stack.length}
                  </span>
                )}
              </button>
            );
          })}
        </div>
      </div>
    </section>
  );
}

/** Left and right go from picture to picture. */
function stepThrough(event: KeyboardEvent<HTMLButtonElement>) {
  const frames = [...(event.currentTarget.parentElement?.querySelectorAll('button') ?? [])];
  const at = frames.indexOf(event.currentTarget);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: frames.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  frames[to]?.focus();
}
