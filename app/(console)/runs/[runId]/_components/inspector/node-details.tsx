'use client';
import { useMemo } from 'react';
import { lazyPart } from '#app/_client/lazy-part.tsx';
import { nodeView } from '#lib/engine/view/node-view.ts';
import type { RunView } from '#lib/engine/view/run-view.ts';
import type { RunPage } from '#lib/runs/views.ts';
import type { Graph, GraphNode } from '#lib/workflow/graph.ts';
import type { Naming } from '../naming.ts';
import type { RunUrl } from '../use-run-url.ts';
import { EventsPane } from './events-pane.tsx';
import { LogsPane } from './logs-pane.tsx';
import { NodeHeader } from './node-header.tsx';
import { OverviewPane } from './overview-pane.tsx';
import { PaneTabs } from './pane-tabs.tsx';
import { useVisitEvents } from './use-visit-events.ts';
import { ValuePane } from './value-pane.tsx';
import { AttemptChooser, VisitChooser } from './visit-chooser.tsx';

const ConversationPane = lazyPart(() =>
  import('../conversation/conversation-pane.tsx').then((module) => module.ConversationPane),
);

/** Everything known of one node, of one visit or of one attempt, in tabs that have an address each. */
export function NodeDetails({
  node,
  view,
  graph,
  naming,
  earlier,
  url,
  onOpenImage,
}: {
  node: GraphNode;
  view: RunView;
  graph: Graph;
  naming: Naming;
  /** Those of the visit in the address that the page came with. */
  earlier: RunPage['earlier'];
  url: RunUrl;
  onOpenImage: (id: string) => void;
}) {
  const { visit, attempt, pane } = url;
  const older = useVisitEvents(view, { node: node.id, visit }, earlier);
  const shown = useMemo(
    () => nodeView(view, node.id, { visit, attempt }, older.events),
    [view, node.id, visit, attempt, older.events],
  );
  const isRunning = view.state.nodes[node.id]?.status === 'running';
  return (
    <div className="pb-8">
      <NodeHeader node={node} runId={view.state.run} standing={shown.standing} />
      <VisitChooser node={node} bars={shown.allBars} visit={shown.visit} naming={naming} url={url} />
      <AttemptChooser node={node} shown={shown} url={url} />
      <PaneTabs node={node} shown={shown} isWhole={older.isWhole} url={url} />
      {pane === 'overview' && (
        <OverviewPane
          node={node}
          shown={shown}
          view={view}
          graph={graph}
          naming={naming}
          url={url}
          onOpenImage={onOpenImage}
        />
      )}
      {pane === 'input' && <ValuePane value={shown.facts?.input} none="It has been given nothing." />}
      {pane === 'output' && <ValuePane value={shown.output} none="There is no output of it." />}
      {pane === 'logs' && <LogsPane node={node.id} shown={shown} isRunning={isRunning} url={url} />}
      {pane === 'conversation' && (
        <ConversationPane
          runId={view.state.run}
          shown={shown}
          isWhole={older.isWhole}
          artifacts={view.artifacts}
          naming={naming}
          url={url}
          onOpenImage={onOpenImage}
        />
      )}
      {pane === 'events' && <EventsPane shown={shown} isWhole={older.isWhole} naming={naming} url={url} />}
    </div>
  );
}
