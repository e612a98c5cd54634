'use client';
import { useArtifactUrl, useRunSource } from '#app/_client/run-source.tsx';
import type { ArtifactView } from '#lib/runs/views.ts';

type Props = { runId: string; artifact: ArtifactView; label: string };

/**
 * A page or a PDF in a frame of its own. A page runs nothing there and belongs to no origin, which both the frame and the
 * answer say; for PDFs browsers have readers of their own, which they do not open in a sandbox.
 */
export function FramedPreview({ runId, artifact, label, isPage }: Props & { isPage: boolean }) {
  const source = useRunSource();
  const address = source.addressOf(runId, { kind: 'artifact', id: artifact.id }, 'inline');
  // Out of a bundle nothing says that it belongs to no origin: no frame is made of it.
  if (address === null || !source.isLive) return <p className="p-4 text-mute text-sm">Download it to look inside.</p>;
  // A page is written for paper: white in any theme.
  const look = 'h-[min(70dvh,900px)] w-full bg-white [color-scheme:light]';
  return isPage ? (
    <iframe sandbox="" src={address} title={label} className={look} />
  ) : (
    <iframe src={address} title={label} className={look} />
  );
}

export function MediaPreview({ runId, artifact, label, isVideo }: Props & { isVideo: boolean }) {
  const url = useArtifactUrl(runId, artifact.id);
  return (
    <div className="grid min-h-24 place-items-center p-4">
      {isVideo ? (
        // biome-ignore lint/a11y/useMediaCaption: a run has none to give
        <video controls preload="metadata" src={url} aria-label={label} className="max-h-[60dvh] max-w-full" />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: as above
        <audio controls preload="metadata" src={url} aria-label={label} className="w-full max-w-xl" />
      )}
    </div>
  );
}
