'use client';
import { useEffect, useRef } from 'react';
import { Tab, Tabs } from '#app/_components/ui/tabs.tsx';
import type { NodeView } from '#lib/engine/view/node-view.ts';
import type { GraphNode } from '#lib/workflow/graph.ts';
import type { InspectorPane } from '../run-place.ts';
import type { RunUrl } from '../use-run-url.ts';
import { paneLabels, panesOf } from './inspector-panes.ts';

type Props = { node: GraphNode; shown: NodeView; isWhole: boolean; url: RunUrl };

export function PaneTabs({ node, shown, isWhole, url }: Props) {
  const { visit, attempt, pane } = url;
  const tabs = useRef<HTMLElement>(null);
  // Where they do not all fit, the chosen one is among those that are seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one was chosen
  useEffect(() => {
    const chosen = tabs.current?.querySelector<HTMLElement>('[aria-current]');
    if (tabs.current && chosen) tabs.current.scrollLeft = chosen.offsetLeft - tabs.current.clientWidth / 2;
  }, [pane]);
  // The node with it: that of a failure is shown without being in the address.
  const at = (each: InspectorPane) => ({ node: node.id, visit, attempt, pane: each });
  return (
    <Tabs
      ref={tabs}
      label={`Details of ${node.name || node.id}`}
      className="sticky top-0 z-10 mb-3 gap-0! bg-panel px-2!"
    >
      {panesOf(node, shown, pane).map((each) => (
        <Tab
          key={each}
          selected={each === pane}
          count={each === 'events' && isWhole ? shown.visitEvents.length : undefined}
          href={url.hrefTo(at(each))}
          onClick={url.follow(at(each))}
          className="px-1.5! text-xs! phone:px-2.5! phone:text-sm!"
        >
          {paneLabels[each]}
        </Tab>
      ))}
    </Tabs>
  );
}
