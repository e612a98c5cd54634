'use client';
// What is inside of a file, in the way that fits it: in the panel, and among what a gate shows.
import { useMemo, useState } from 'react';
import { Skeleton } from '#app/_components/ui/skeleton.tsx';
import { visibleText } from '#lib/html/visible-text.ts';
import type { ArtifactView } from '#lib/runs/views.ts';
import { JsonTree } from '../../json-tree.tsx';
import { RunImage } from '../run-image.tsx';
import { CsvPreview } from './csv-preview.tsx';
import { DocumentPreview } from './document-preview.tsx';
import { MediaPreview, PagePreview, PdfPreview } from './framed-preview.tsx';
import { PartBar } from './part-bar.tsx';
import { isTooLarge, type PreviewKind } from './preview-kind.ts';
import { HexPreview, TextPreview } from './text-preview.tsx';
import { type FilePart, useFilePart } from './use-file-part.ts';

type Props = { runId: string; artifact: ArtifactView; kind: PreviewKind };

export function PreviewBody({ runId, artifact, kind }: Props) {
  const label = visibleText(artifact.name);
  const props = { runId, artifact, label };
  if (artifact.size === 0) return <p className="p-4 text-mute text-sm">The file is empty.</p>;
  if (kind === 'image')
    return <RunImage runId={runId} id={artifact.id} alt={label} className="mx-auto max-h-[70dvh] object-contain" />;
  if (kind === 'page') return <PagePreview {...props} />;
  if (kind === 'pdf') return <PdfPreview {...props} />;
  if (kind === 'audio' || kind === 'video') return <MediaPreview {...props} isVideo={kind === 'video'} />;
  return <ReadPreview key={`${artifact.id} ${kind}`} runId={runId} artifact={artifact} kind={kind} />;
}

/** So much is read at once: what is drawn as a whole is read as a whole. */
const mostRead: Partial<Record<PreviewKind, number>> = { bytes: 8_192, text: 128_000, csv: 256_000 };

function ReadPreview({ runId, artifact, kind }: Props) {
  const [from, setFrom] = useState(0);
  const most = mostRead[kind] ?? artifact.size;
  const { part, error, isPending } = useFilePart(runId, artifact, most, from);
  if (error) return <p className="p-4 text-failed text-sm">{error.message}</p>;
  return (
    <>
      {isTooLarge(artifact) && (
        <p className="px-3 pt-2 text-mute text-xs">Too large to be drawn as what it is: its text, part by part.</p>
      )}
      {(kind === 'text' || kind === 'bytes') && (
        <PartBar from={from} most={most} size={artifact.size} onFrom={setFrom} />
      )}
      {isPending || !part ? <Skeleton className="m-4 w-24" /> : <Read part={part} kind={kind} name={artifact.name} />}
    </>
  );
}

function Read({ part, kind, name }: { part: FilePart; kind: PreviewKind; name: string }) {
  const label = visibleText(name);
  const text = useMemo(() => (kind === 'bytes' ? '' : new TextDecoder().decode(part.bytes)), [part, kind]);
  if (kind === 'bytes') return <HexPreview part={part} label={label} />;
  if (kind === 'csv') return <CsvPreview part={part} label={label} />;
  if (kind === 'json') return <JsonPreview text={text} part={part} label={label} />;
  if (kind === 'markdown' || kind === 'diff')
    return <DocumentPreview kind={kind} text={text} label={label} className="p-4" />;
  return <TextPreview part={part} label={label} />;
}

/** What says that it is JSON and is not stays text. */
function JsonPreview({ text, part, label }: { text: string; part: FilePart; label: string }) {
  const parsed = useMemo((): { value: unknown } | null => {
    try {
      return { value: JSON.parse(text) };
    } catch {
      return null;
    }
  }, [text]);
  if (!parsed) return <TextPreview part={part} label={label} />;
  return (
    <section aria-label={label} className="p-4">
      <JsonTree value={parsed.value} open={2} />
    </section>
  );
}
