'use client';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { CodeBlock } from '#app/_components/ui/code-block.tsx';
import { documentKind } from '#lib/html/document-kind.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { isLargeValue, sizeWords } from '#lib/nodes/parts/large-value.ts';
import type { ArtifactView, GateView } from '#lib/runs/views.ts';
import { isImage } from '../artifacts/artifact-kind.ts';
import { FileLink } from '../artifacts/file-link.tsx';
import { previewKind } from '../artifacts/preview/preview-kind.ts';
import { EvidencePictures } from './evidence-pictures.tsx';
import { EvidenceTile } from './evidence-tile.tsx';

const PreviewBody = dynamic(() => import('../artifacts/preview/preview-body.tsx').then((module) => module.PreviewBody));
const DocumentPreview = dynamic(() =>
  import('../artifacts/preview/document-preview.tsx').then((module) => module.DocumentPreview),
);

/** So many images are shown large, beside each other; more are tiles. */
const mostPictures = 4;

/** What the gate shows: texts to be read, images beside each other, other files as small pictures that open in place. */
export function GateEvidence({
  gate,
  artifacts,
  label = 'What to look at',
  onOpenImage,
}: {
  gate: GateView;
  artifacts: ArtifactView[];
  /** Its own name where several gates stand below each other. */
  label?: string;
  onOpenImage: (id: string) => void;
}) {
  const [openId, setOpenId] = useState<string | null>(null);
  const texts = gate.show.filter((shown) => shown.text !== null);
  const files = gate.show.flatMap((shown) => artifacts.find(({ id }) => id === shown.artifact) ?? []);
  const images = files.filter(({ type }) => isImage(type));
  const pictures = images.length <= mostPictures ? images : [];
  const tiles = files.filter((file) => !pictures.includes(file));
  const open = files.find(({ id }) => id === openId);
  if (texts.length === 0 && files.length === 0) return null;
  return (
    // However much there is to look at, the answer stays beside it: the evidence scrolls, not the page.
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop the keyboard cannot scroll it
      tabIndex={0}
      className="-m-1 flex max-h-[38dvh] phone:max-h-[30dvh] flex-col gap-2.5 overflow-y-auto overscroll-contain p-1 -outline-offset-2"
    >
      {texts.map((shown, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what a gate shows never changes
        <div key={index}>
          {shown.label && <p className="mb-1 font-medium text-mute text-xs">{visibleText(shown.label)}</p>}
          <ShownText
            text={shown.text ?? ''}
            label={visibleText(shown.label ?? 'Shown text')}
            isFailure={gate.purpose === 'failure'}
          />
          {isLargeValue(shown.value) && (
            <FileLink
              runId={gate.run}
              file={{ kind: 'value', hash: shown.value.$value }}
              name={`${shown.value.$value}.json`}
              how="download"
              className="text-accent text-xs underline"
            >
              {`Download all of it (${sizeWords(shown.value.bytes)})`}
            </FileLink>
          )}
        </div>
      ))}
      {pictures.length > 0 && <EvidencePictures runId={gate.run} pictures={pictures} onOpen={onOpenImage} />}
      {tiles.length > 0 && (
        <div className="flex flex-wrap gap-2.5 phone:-mx-4 phone:flex-nowrap phone:overflow-x-auto phone:px-4">
          {tiles.map((artifact) => (
            <EvidenceTile
              key={artifact.id}
              runId={gate.run}
              artifact={artifact}
              isOpen={openId === artifact.id}
              onOpen={() =>
                isImage(artifact.type)
                  ? onOpenImage(artifact.id)
                  : setOpenId(openId === artifact.id ? null : artifact.id)
              }
            />
          ))}
        </div>
      )}
      {open && (
        <div className="shrink-0 overflow-clip rounded-md border border-line bg-page">
          <PreviewBody runId={gate.run} artifact={open} kind={previewKind(open)} />
        </div>
      )}
    </section>
  );
}

/** Markdown and diffs as such; what was printed, and errors, stay as they are. */
function ShownText({ text, label, isFailure }: { text: string; label: string; isFailure: boolean }) {
  const kind = isFailure ? 'plain' : documentKind('', text);
  if (kind !== 'plain') {
    const look = 'rounded-md border border-line bg-page px-3 py-2.5';
    return <DocumentPreview kind={kind} text={text} label={label} className={look} />;
  }
  return (
    <CodeBlock label={label} className={isFailure ? 'max-h-56 border-failed/35! bg-failed-soft!' : 'max-h-56'}>
      {visibleText(text)}
    </CodeBlock>
  );
}
