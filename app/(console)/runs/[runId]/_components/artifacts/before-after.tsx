'use client';
import { type CSSProperties, useState } from 'react';
import { visibleText } from '#lib/html/visible-text.ts';
import type { ArtifactView } from '#lib/runs/views.ts';
import { RunImage } from './run-image.tsx';

/** Two images over each other; a line that a hand or arrow keys move says how much of each is seen. */
export function BeforeAfter({ runId, before, after }: { runId: string; before: ArtifactView; after: ArtifactView }) {
  const [share, setShare] = useState(50);
  const picture = 'max-h-[64dvh] min-h-40 max-w-full object-contain';
  return (
    <div className="relative isolate w-fit" style={{ '--share': `${share}%` } as CSSProperties}>
      <RunImage runId={runId} id={after.id} alt={`After: ${visibleText(after.name)}`} className={picture} />
      <RunImage
        runId={runId}
        id={before.id}
        alt={`Before: ${visibleText(before.name)}`}
        className="absolute inset-0 size-full bg-page object-contain [clip-path:inset(0_calc(100%-var(--share))_0_0)]"
      />
      <input
        type="range"
        aria-label="How much is seen of the image before"
        aria-valuetext={`${share} %`}
        value={share}
        onChange={({ target }) => setShare(target.valueAsNumber)}
        className="peer absolute inset-0 z-[1] size-full cursor-ew-resize opacity-0"
      />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-(--share) w-0.5 -translate-x-1/2 bg-accent outline-offset-2 peer-focus-visible:outline-2 peer-focus-visible:outline-accent"
      />
      {(['Before', 'After'] as const).map((word) => (
        <span
          key={word}
          aria-hidden
          className={`pointer-events-none absolute top-2 rounded-sm border border-line bg-raised px-1.5 text-ink text-xs ${word === 'Before' ? 'left-2' : 'right-2'}`}
        >
          {word}
        </span>
      ))}
    </div>
  );
}
