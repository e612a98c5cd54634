'use client';
import { Files } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '#app/_client/lazy-part.tsx';
import { Button } from '#app/_components/ui/button.tsx';
import { Callout } from '#app/_components/ui/callout.tsx';
import { controlStyle } from '#app/_components/ui/control-style.ts';
import { EmptyState } from '#app/_components/ui/empty-state.tsx';
import { useIsScripted } from '#app/_components/use-is-scripted.ts';
import { paths } from '#lib/paths.ts';
import type { ArtifactView } from '#lib/runs/views.ts';
import type { Naming } from '../naming.ts';
import { ArtifactTile } from './artifact-tile.tsx';
import type { Rest } from './use-all-artifacts.ts';

/** Only for runs with more files than a page should hold. */
const VirtualTiles = lazyPart(() => import('./virtual-tiles.tsx').then((module) => module.VirtualTiles));
const virtualAbove = 100;
/** Fewer are found at a glance. */
const filterAbove = 20;

type Props = {
  runId: string;
  artifacts: ArtifactView[];
  /** While there are more than those. */
  rest: Rest | null;
  naming: Naming;
  onOpen: (id: string) => void;
};

/** Everything the run produced, in the order it was saved: new files come last and move nothing. */
export function ArtifactsPanel({ runId, artifacts, rest, naming, onOpen }: Props) {
  const [text, setText] = useState('');
  const isScripted = useIsScripted();
  if (artifacts.length === 0) {
    return (
      <EmptyState icon={<Files />} heading="No artifacts yet" className="flex-1">
        Files that nodes produce stand here: text, images, logs, downloads.
      </EmptyState>
    );
  }
  const wanted = text.trim().toLowerCase();
  const isWanted = ({ name, node, type }: ArtifactView) =>
    [name, naming.node(node), type].some((words) => words.toLowerCase().includes(wanted));
  const shown = wanted === '' ? artifacts : artifacts.filter(isWanted);
  const tile = (artifact: ArtifactView) => <ArtifactTile runId={runId} artifact={artifact} onOpen={onOpen} />;
  return (
    <section aria-label="Artifacts" className="min-w-0 flex-1 p-5 phone:p-3">
      {artifacts.length > filterAbove && (
        <p className="mb-3 flex items-center gap-3 noscript:hidden">
          <span className="w-56 phone:flex-1">
            <input
              type="search"
              aria-label="Filter files"
              placeholder="Filter by name, node or type"
              data-filter
              value={text}
              onChange={({ target }) => setText(target.value)}
              className={controlStyle('h-[26px] text-xs')}
            />
          </span>
          <span role="status" className="text-mute text-xs tabular-nums">
            {wanted !== '' && `${shown.length.toLocaleString('en')} of ${artifacts.length.toLocaleString('en')}`}
            {rest && ' · the others are being read'}
          </span>
        </p>
      )}
      {rest && !isScripted && (
        <Callout className="mb-3 hidden noscript:block">
          This run has more files than are shown here.{' '}
          <a href={paths.api.bundle(runId)} className="underline underline-offset-2">
            The download has all of them
          </a>
          .
        </Callout>
      )}
      {rest?.retry && (
        <Callout className="mb-3">
          Not all files of this run could be read.{' '}
          <Button size="sm" onClick={rest.retry}>
            Try again
          </Button>
        </Callout>
      )}
      {shown.length > virtualAbove && isScripted ? (
        <VirtualTiles artifacts={shown} render={tile} />
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(264px,1fr))] items-start gap-3">
          {shown.map((artifact) => (
            <li key={artifact.id}>{tile(artifact)}</li>
          ))}
        </ul>
      )}
      {shown.length === 0 && <p className="py-8 text-center text-mute text-sm">No file fits this filter.</p>}
    </section>
  );
}
