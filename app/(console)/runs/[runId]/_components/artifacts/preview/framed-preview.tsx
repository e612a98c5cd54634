'use client';
import { type ReactNode, useMemo } from 'react';
import { useArtifactUrl, useRunSource } from '#app/_client/run-source.tsx';
import { Skeleton } from '#app/_components/ui/skeleton.tsx';
import type { ArtifactView } from '#lib/runs/views.ts';
import { sizeWords } from '../artifact-kind.ts';
import { framedPage } from './framed-page.ts';
import { useFilePart } from './use-file-part.ts';

type Props = { runId: string; artifact: ArtifactView; label: string };

/** Written for paper: white in any theme. */
const look = 'block h-[min(70dvh,900px)] w-full bg-white [color-scheme:light]';

/** A page in a frame, where it runs nothing and belongs to no origin: the frame says so, and the answer or the page itself. */
export function PagePreview(props: Props) {
  const { runId, artifact, label } = props;
  const source = useRunSource();
  if (!source.isLive) return <KeptPage {...props} />;
  const address = source.addressOf(runId, { kind: 'artifact', id: artifact.id }, 'inline') ?? '';
  return <iframe sandbox="" src={address} title={label} className={look} />;
}

function KeptPage({ runId, artifact, label }: Props) {
  const { part, error } = useFilePart(runId, artifact, artifact.size);
  const page = useMemo(() => part && framedPage(new TextDecoder().decode(part.bytes)), [part]);
  if (error) return <Refusal>{error.message}</Refusal>;
  if (!part) return <Skeleton className="m-4 w-24" />;
  return (
    <>
      {part.bytes.length < part.size && (
        <Refusal>
          The first {sizeWords(part.bytes.length)} of {sizeWords(part.size)}: no more of it came along in this page.
          Download it to see the rest.
        </Refusal>
      )}
      <iframe sandbox="" srcDoc={page} title={label} className={look} />
    </>
  );
}

/** A PDF in the browser's own reader, which it does not open in a sandbox and which lets it run and load nothing. */
export function PdfPreview({ runId, artifact, label }: Props) {
  const source = useRunSource();
  const url = useArtifactUrl(runId, artifact.id);
  if (!navigator.pdfViewerEnabled)
    return <Refusal>This browser has no reader for PDFs inside of a page. Download it to look inside.</Refusal>;
  if (url === undefined) return <Skeleton className="m-4 w-24" />;
  // From the disk a browser goes by the name alone: as anything else it could be more than a PDF.
  if (!source.isLive && !/^blob:|\.pdf$/i.test(url))
    return (
      <Refusal>
        It is not shown, because it is not there under a name that ends in .pdf. Download it to look inside.
      </Refusal>
    );
  return <iframe src={url} title={label} className={look} />;
}

function Refusal({ children }: { children: ReactNode }) {
  return <p className="p-4 text-mute text-sm">{children}</p>;
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
