'use client';
import { useQuery } from '@tanstack/react-query';
import { type RunSource, useRunSource } from '#app/_client/run-source.tsx';
import { CodeBlock } from '#app/_components/ui/code-block.tsx';
import { Skeleton } from '#app/_components/ui/skeleton.tsx';
import { visibleText } from '#lib/html/visible-text.ts';
import type { ArtifactView } from '#lib/runs/views.ts';
import { isImage, isJson, isText } from './artifact-kind.ts';
import { RunImage } from './run-image.tsx';

const previewLimit = 64_000;

async function readText(source: RunSource, runId: string, { id, type, size }: ArtifactView): Promise<string> {
  const text = new TextDecoder().decode(await source.readBytes(runId, { kind: 'artifact', id }, previewLimit));
  if (!isJson(type) || size > previewLimit) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A look into a file without leaving the page. An artifact never changes, so a read one is kept. */
export function ArtifactPreview({
  runId,
  artifact,
  className,
}: {
  runId: string;
  artifact: ArtifactView;
  className?: string;
}) {
  if (isImage(artifact.type)) {
    return (
      <RunImage
        runId={runId}
        id={artifact.id}
        alt={visibleText(artifact.name)}
        loading="lazy"
        className="max-h-72 rounded-md border border-line object-contain"
      />
    );
  }
  if (!isText(artifact.type))
    return <p className="text-mute text-sm">No preview for {artifact.type}. Download it to look inside.</p>;
  return <TextPreview runId={runId} artifact={artifact} className={className} />;
}

function TextPreview({ runId, artifact, className }: { runId: string; artifact: ArtifactView; className?: string }) {
  const source = useRunSource();
  const { data, error, isPending } = useQuery({
    queryKey: ['artifact-text', runId, artifact.id, source.isLive],
    queryFn: () => readText(source, runId, artifact),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  if (isPending) return <Skeleton className="m-3 w-24" />;
  if (error) return <p className="text-failed text-sm">{error.message}</p>;
  return (
    <div>
      <CodeBlock label={visibleText(artifact.name)} className={className}>
        {data || ' '}
      </CodeBlock>
      {artifact.size > previewLimit && (
        <p className="mt-1 text-faint text-xs">The beginning only. Download the file for all of it.</p>
      )}
    </div>
  );
}
