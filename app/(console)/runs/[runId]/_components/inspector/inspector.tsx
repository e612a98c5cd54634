'use client';
// The right-hand side: the chosen node with everything known of it, or the run itself when none is chosen. A run that was
// opened after it had failed begins at its failure.
import { X } from 'lucide-react';
import { type CSSProperties, useEffect, useState } from 'react';
import { Button } from '#app/_components/ui/button.tsx';
import { classNames } from '#app/_components/ui/class-names.ts';
import { lastFailure } from '#lib/engine/view/last-failure.ts';
import type { RunView } from '#lib/engine/view/run-view.ts';
import type { RunPage, RunSummary } from '#lib/runs/views.ts';
import { findNode, type Graph } from '#lib/workflow/graph.ts';
import { keyIsTaken } from '../key-is-taken.ts';
import type { Naming } from '../naming.ts';
import { RunFacts } from '../run-facts.tsx';
import { detailsPane, separatorStyle, usePaneWidth } from '../use-pane-width.ts';
import type { RunUrl } from '../use-run-url.ts';
import { NodeDetails } from './node-details.tsx';

export function Inspector({
  view,
  graph,
  parent,
  naming,
  earlier,
  url,
  onOpenImage,
}: {
  view: RunView;
  graph: Graph;
  parent: RunSummary['parent'];
  naming: Naming;
  earlier: RunPage['earlier'];
  url: RunUrl;
  onOpenImage: (id: string) => void;
}) {
  const [failure, setFailure] = useState(() => lastFailure(view.state));
  const id = url.node ?? failure;
  const node = id === null ? undefined : findNode(graph, id);
  const pane = usePaneWidth(detailsPane);
  const place = { node: null };
  const close = (how: 'push' | 'replace') => {
    setFailure(null);
    url.goTo(place, how);
  };
  useEscape(node !== undefined, () => close('replace'));
  return (
    <aside
      data-inspector
      tabIndex={-1}
      aria-label={node ? `Details of ${node.name || node.id}` : 'Details of the run'}
      className={classNames(
        'w-[372px] shrink-0 border-line border-l bg-panel outline-none max-xl:w-[320px]',
        'sticky top-[calc(89px+var(--shell-top))] h-[calc(100dvh-153px-var(--shell-top))] overflow-y-auto overscroll-contain',
        'max-lg:fixed max-lg:inset-x-0 max-lg:top-auto max-lg:bottom-0 max-lg:z-40 max-lg:h-[78dvh] max-lg:w-auto max-lg:animate-arrive',
        'max-lg:rounded-t-xl max-lg:border-t max-lg:border-l-0 max-lg:shadow-overlay',
        url.node === null && 'max-lg:hidden',
        pane.width !== null && 'lg:w-(--pane)!',
      )}
      style={pane.width === null ? undefined : ({ '--pane': `${pane.width}px` } as CSSProperties)}
    >
      <div {...pane.separator} className={classNames(separatorStyle, 'left-0 max-lg:hidden')} />
      {node ? (
        <>
          <a href={url.hrefTo(place)} onClick={url.follow(place)} className="sr-only focus:not-sr-only">
            Close the details
          </a>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Close the details"
            className="absolute top-3 right-3 z-10 noscript:hidden"
            onClick={() => close('push')}
          >
            <X aria-hidden />
          </Button>
          <NodeDetails
            node={node}
            view={view}
            graph={graph}
            naming={naming}
            earlier={earlier}
            url={url}
            onOpenImage={onOpenImage}
          />
        </>
      ) : (
        <RunFacts view={view} graph={graph} parent={parent} naming={naming} />
      )}
    </aside>
  );
}

function useEscape(isActive: boolean, close: () => void) {
  useEffect(() => {
    if (!isActive) return;
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !keyIsTaken(event)) close();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
