'use client';
import { useState } from 'react';
import { CodeBlock } from '#app/_components/ui/code-block.tsx';
import { visibleText } from '#lib/html/visible-text.ts';
import { isLargeValue, sizeWords } from '#lib/nodes/parts/large-value.ts';
import { paths } from '#lib/paths.ts';
import type { ArtifactView, GateView } from '#lib/runs/views.ts';
import { isImage } from '../artifacts/artifact-kind.ts';
import { ArtifactPreview } from '../artifacts/artifact-preview.tsx';
import { EvidenceTile } from './evidence-tile.tsx';

/** What the gate shows: texts as they are, files as small pictures of themselves that open in place. */
export function GateEvidence({
  gate,
  artifacts,
  onOpenImage,
}: {
  gate: GateView;
  artifacts: ArtifactView[];
  onOpenImage: (id: string) => void;
}) {
  const [openId, setOpenId] = useState<string | null>(null);
  const texts = gate.show.filter((shown) => shown.text !== null);
  const files = gate.show.flatMap((shown) => artifacts.find(({ id }) => id === shown.artifact) ?? []);
  const open = files.find(({ id }) => id === openId);
  if (texts.length === 0 && files.length === 0) return null;
  return (
    // However much there is to look at, the answer stays beside it: the evidence scrolls, not the page.
    <section
      aria-label="What to look at"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop the keyboard cannot scroll it
      tabIndex={0}
      className="-m-1 flex max-h-[44dvh] flex-col gap-2.5 overflow-y-auto overscroll-contain p-1 -outline-offset-2"
    >
      {texts.map((shown, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what a gate shows never changes
        <div key={index}>
          {shown.label && <p className="mb-1 font-medium text-mute text-xs">{visibleText(shown.label)}</p>}
          <CodeBlock
            label={visibleText(shown.label ?? 'Shown text')}
            className={gate.purpose === 'failure' ? 'max-h-56 border-failed/35! bg-failed-soft!' : 'max-h-56'}
          >
            {shown.text === null ? null : visibleText(shown.text)}
          </CodeBlock>
          {isLargeValue(shown.value) && (
            <a className="text-accent text-xs underline" href={paths.api.value(gate.run, shown.value.$value)} download>
              {`Download all of it (${sizeWords(shown.value.bytes)})`}
            </a>
          )}
        </div>
      ))}
      {files.length > 0 && (
        <div className="flex flex-wrap gap-2.5 phone:-mx-4 phone:flex-nowrap phone:overflow-x-auto phone:px-4">
          {files.map((artifact) => (
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
      {open && <ArtifactPreview runId={gate.run} artifact={open} />}
    </section>
  );
}
