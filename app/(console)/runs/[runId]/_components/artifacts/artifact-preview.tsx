'use client';
import { useQuery } from '@tanstack/react-query';
import { CodeBlock } from '#app/_components/ui/code-block.tsx';
import { Skeleton } from '#app/_components/ui/skeleton.tsx';
import { visibleText } from '#lib/html/visible-text.ts';
import type { ArtifactView } from '#lib/runs/views.ts';
import { inlineUrl, isImage, isJson, isText } from './artifact-kind.ts';

const previewLimit = 64_000;

async function readText(url: string, type: string, size: number): Promise<string> {
  const response = await fetch(url, { headers: { range: `bytes=0-${previewLimit - 1}` } });
  if (!response.ok) throw new Error(`The file cannot be read (${response.status}).`);
  const text = (await response.text()).slice(0, previewLimit);
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
  const url = inlineUrl(runId, artifact.id);
  if (isImage(artifact.type)) {
    return (
      // biome-ignore lint/performance/noImgElement: artifacts come from the run's own store, unoptimised on purpose
      <img
        src={url}
        alt={visibleText(artifact.name)}
        loading="lazy"
        className="max-h-72 rounded-md border border-line object-contain"
      />
    );
  }
  if (!isText(artifact.type))
    return <p className="text-mute text-sm">No preview for {artifact.type}. Download it to look inside.</p>;
  return <TextPreview url={url} artifact={artifact} className={className} />;
}

function TextPreview({ url, artifact, className }: { url: string; artifact: ArtifactView; className?: string }) {
  const { data, error, isPending } = useQuery({
    queryKey: ['artifact-text', artifact.id],
    queryFn: () => readText(url, artifact.type, artifact.size),
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
