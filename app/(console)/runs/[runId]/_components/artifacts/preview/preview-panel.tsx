'use client';
// One file of a run, looked into: what it holds in the way that fits it, what it is and where it comes from. Its neighbours are
// a key away, and it has an address.
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '#app/_components/ui/button.tsx';
import { buttonStyle } from '#app/_components/ui/button-style.ts';
import { CopyButton } from '#app/_components/ui/copy-button.tsx';
import { Dialog } from '#app/_components/ui/dialog.tsx';
import { visibleText } from '#lib/html/visible-text.ts';
import type { ArtifactView } from '#lib/runs/views.ts';
import type { Naming } from '../../naming.ts';
import type { RunUrl } from '../../use-run-url.ts';
import { sizeWords } from '../artifact-kind.ts';
import { FileLink } from '../file-link.tsx';
import { PreviewBody } from './preview-body.tsx';
import { type PreviewKind, previewKind } from './preview-kind.ts';

/** Kinds that are drawn from a text, which can be looked at too. */
const drawnTexts: ReadonlySet<PreviewKind> = new Set(['markdown', 'json', 'csv', 'diff', 'page']);

type Props = {
  runId: string;
  files: ArtifactView[];
  /** How many there are, those that are still being read among them. */
  count: number;
  artifact: ArtifactView;
  naming: Naming;
  url: RunUrl;
};

export function PreviewPanel({ runId, files, count, artifact, naming, url }: Props) {
  const [wantsSource, setWantsSource] = useState(false);
  const placeOf = (file: string) => files.findIndex(({ id }) => id === file);
  const at = placeOf(artifact.id);
  const close = () => url.goTo({ artifact: null });
  const step = (by: number) => {
    const now = placeOf(url.now().artifact ?? artifact.id);
    const next = files[(now + by + files.length) % files.length];
    if (next) url.goTo({ artifact: next.id }, 'replace');
  };
  useNeighbourKeys(step);
  const kind = previewKind(artifact);
  const canDraw = drawnTexts.has(kind);
  const name = visibleText(artifact.name);
  return (
    <Dialog heading={name} size="xl" onClose={close}>
      <div className="-m-4 flex flex-col">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-line border-b px-4 py-2">
          {files.length > 1 && (
            <>
              <Button size="icon" aria-label="Previous file" title="Previous file ([)" onClick={() => step(-1)}>
                <ChevronLeft aria-hidden />
              </Button>
              <Button size="icon" aria-label="Next file" title="Next file (])" onClick={() => step(1)}>
                <ChevronRight aria-hidden />
              </Button>
            </>
          )}
          <Origin artifact={artifact} naming={naming} url={url}>
            {(at + 1).toLocaleString('en')} of {count.toLocaleString('en')}
          </Origin>
          {canDraw && (
            <Button size="sm" aria-pressed={wantsSource} onClick={() => setWantsSource(!wantsSource)}>
              Source
            </Button>
          )}
          <CopyLink href={url.hrefTo({ tab: 'artifacts', artifact: artifact.id })} />
          <FileLink
            runId={runId}
            file={{ kind: 'artifact', id: artifact.id }}
            name={artifact.name}
            how="download"
            className={buttonStyle({ size: 'sm' })}
          >
            <Download aria-hidden />
            Download
          </FileLink>
        </div>
        <div className="min-h-40 overflow-auto bg-page">
          <PreviewBody runId={runId} artifact={artifact} kind={canDraw && wantsSource ? 'text' : kind} />
        </div>
      </div>
    </Dialog>
  );
}

/** What it is, and where it comes from. */
function Origin({
  artifact: { node, visit, attempt, type, size, sha256 },
  naming,
  url,
  children,
}: Pick<Props, 'artifact' | 'naming' | 'url'> & { children: ReactNode }) {
  const place = { node, visit, artifact: null };
  return (
    <p className="mr-auto min-w-0 break-words text-mute text-xs tabular-nums">
      {children} ·{' '}
      <a href={url.hrefTo(place)} onClick={url.follow(place)} className="underline">
        {naming.node(node)}
      </a>
      {`, visit ${visit}, attempt ${attempt} · ${type} · ${sizeWords(size)} · `}
      <span className="font-mono" title={`SHA-256 ${sha256}`}>
        {sha256.slice(0, 12)}
      </span>
      <CopyButton text={sha256} label="Copy the SHA-256" className="size-6!" />
    </p>
  );
}

function CopyLink({ href }: { href: string }) {
  return (
    <CopyButton text={window.location.origin + href} label="to this file" variant="normal">
      Copy link
    </CopyButton>
  );
}

/** Arrows belong to what scrolls or plays, where that has the focus; brackets never do. */
function useNeighbourKeys(step: (by: number) => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      const isFree = !(event.target instanceof Element && event.target.closest('pre, section, audio, video'));
      if (event.key === ']' || (event.key === 'ArrowRight' && isFree)) step(1);
      if (event.key === '[' || (event.key === 'ArrowLeft' && isFree)) step(-1);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
