'use client';
import { Download } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { buttonStyle } from '#app/_components/ui/button-style.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import type { ArtifactView } from '#lib/runs/views.ts';
import { iconOf, isImage, isText, sizeWords } from './artifact-kind.ts';
import { ArtifactPreview } from './artifact-preview.tsx';
import { FileLink } from './file-link.tsx';
import { RunImage } from './run-image.tsx';

export function ArtifactTile({
  runId,
  artifact,
  onOpen,
}: {
  runId: string;
  artifact: ArtifactView;
  onOpen: (id: string) => void;
}) {
  const Icon = iconOf(artifact.type);
  const file = { kind: 'artifact', id: artifact.id } as const;
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(artifact.id);
  }
  return (
    <article className="relative overflow-clip rounded-lg border border-line bg-panel hover:border-line-strong">
      <div aria-hidden inert className="h-40 overflow-hidden border-line border-b bg-page">
        <TilePicture runId={runId} artifact={artifact} />
      </div>
      <div className="flex items-center gap-2 py-2 pr-2 pl-3">
        <Icon aria-hidden className="size-4 shrink-0 text-faint" />
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-medium text-sm">
            {/* It lies over the whole tile; without scripts it leads to the file. */}
            <FileLink
              runId={runId}
              file={file}
              name={artifact.name}
              how="inline"
              onClick={open}
              className="after:absolute after:inset-0 hover:underline"
            >
              {visibleText(artifact.name)}
            </FileLink>
          </h2>
          <p className="truncate text-faint text-xs tabular-nums">
            {artifact.node}
            {artifact.visit > 1 && ` · visit ${artifact.visit}`} · {sizeWords(artifact.size)} ·{' '}
            <span className="font-mono" title={`SHA-256 ${artifact.sha256}`}>
              {artifact.sha256.slice(0, 8)}
            </span>
          </p>
        </div>
        <FileLink
          runId={runId}
          file={file}
          name={artifact.name}
          how="download"
          aria-label={`Download ${visibleText(artifact.name)}`}
          className={buttonStyle({ variant: 'ghost', size: 'icon' }, 'relative')}
        >
          <Download aria-hidden />
        </FileLink>
      </div>
    </article>
  );
}

function TilePicture({ runId, artifact }: { runId: string; artifact: ArtifactView }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isImage(artifact.type) && !isBroken) {
    return (
      <RunImage
        runId={runId}
        id={artifact.id}
        loading="lazy"
        onError={() => setIsBroken(true)}
        className="size-full object-contain p-2"
      />
    );
  }
  if (isText(artifact.type) && artifact.size > 0) {
    return (
      <ArtifactPreview runId={runId} artifact={artifact} className="max-h-40 rounded-none! border-0! text-2xs/4!" />
    );
  }
  return (
    <p className="grid h-full place-items-center px-4 text-center text-faint text-xs">
      {artifact.size === 0 ? 'Empty' : artifact.type}
    </p>
  );
}
