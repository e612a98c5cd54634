'use client';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { buttonStyle } from '#app/_components/ui/button-style.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { ArtifactView } from '#lib/runs/views.ts';
import { iconOf, inlineUrl, isImage, isText, sizeWords } from './artifact-kind.ts';
import { ArtifactPreview } from './artifact-preview.tsx';

export function ArtifactTile({
  runId,
  artifact,
  onOpenImage,
}: {
  runId: string;
  artifact: ArtifactView;
  onOpenImage: (id: string) => void;
}) {
  const Icon = iconOf(artifact.type);
  return (
    <article className="overflow-clip rounded-lg border border-line bg-panel">
      <div className="h-40 overflow-hidden border-line border-b bg-page">
        <TilePicture runId={runId} artifact={artifact} onOpenImage={onOpenImage} />
      </div>
      <div className="flex items-center gap-2 py-2 pr-2 pl-3">
        <Icon aria-hidden className="size-4 shrink-0 text-faint" />
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-medium text-sm">
            <a href={inlineUrl(runId, artifact.id)} target="_blank" rel="noopener" className="hover:underline">
              {visibleText(artifact.name)}
            </a>
          </h2>
          <p className="truncate text-faint text-xs tabular-nums">
            {artifact.node}
            {artifact.visit > 1 && ` · visit ${artifact.visit}`} · {sizeWords(artifact.size)} ·{' '}
            <span className="font-mono" title={`SHA-256 ${artifact.sha256}`}>
              {artifact.sha256.slice(0, 8)}
            </span>
          </p>
        </div>
        <a
          href={paths.api.artifact(runId, artifact.id)}
          download={artifact.name}
          aria-label={`Download ${visibleText(artifact.name)}`}
          className={buttonStyle({ variant: 'ghost', size: 'icon' })}
        >
          <Download aria-hidden />
        </a>
      </div>
    </article>
  );
}

function TilePicture({
  runId,
  artifact,
  onOpenImage,
}: {
  runId: string;
  artifact: ArtifactView;
  onOpenImage: (id: string) => void;
}) {
  const [isBroken, setIsBroken] = useState(false);
  if (isImage(artifact.type) && !isBroken) {
    return (
      <button
        type="button"
        aria-label={`Look at ${visibleText(artifact.name)}`}
        className="size-full"
        onClick={() => onOpenImage(artifact.id)}
      >
        {/* biome-ignore lint/performance/noImgElement: artifacts come from the run's own store, unoptimised on purpose */}
        <img
          src={inlineUrl(runId, artifact.id)}
          alt=""
          loading="lazy"
          onError={() => setIsBroken(true)}
          className="size-full object-contain p-2"
        />
      </button>
    );
  }
  if (isText(artifact.type) && artifact.size > 0) {
    return (
      <ArtifactPreview runId={runId} artifact={artifact} className="max-h-40 rounded-none! border-0! text-2xs/4!" />
    );
  }
  return (
    <p className="grid h-full place-items-center px-4 text-center text-faint text-xs">
      {artifact.size === 0 ? 'Empty' : `No preview for ${artifact.type}`}
    </p>
  );
}
