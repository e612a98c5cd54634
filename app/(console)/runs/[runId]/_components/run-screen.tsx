'use client';
// The run page: complete when the server has drawn it, live when scripts run. It owns the view of the run and which
// image is looked at; tab, node and moment are the address. A moment of the past holds for every tab.
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useEffect, useMemo, useState } from 'react';
import { useRunEvents } from '#app/_client/use-run-events.ts';
import { AsOfTime } from '#app/_components/time.tsx';
import { Tab, Tabs } from '#app/_components/ui/tabs.tsx';
import { progressOf } from '#lib/engine/progress.ts';
import { viewOf } from '#lib/engine/view/run-view.ts';
import type { RunPage, VerbButton } from '#lib/runs/views.ts';
import { isImage } from './artifacts/artifact-kind.ts';
import { ArtifactsPanel } from './artifacts/artifacts-panel.tsx';
import { GateCards } from './gate/gate-cards.tsx';
import type { Viewer } from './gate/gate-holder.tsx';
import { GraphPanel } from './graph/graph-panel.tsx';
import { Inspector } from './inspector/inspector.tsx';
import { namingOf } from './naming.ts';
import { RunHeader } from './run-header.tsx';
import { StatePanel } from './state/state-panel.tsx';
import { TimelinePanel } from './timeline/timeline-panel.tsx';
import { TracePanel } from './trace/trace-panel.tsx';
import { Scrubber } from './travel/scrubber.tsx';
import { useTravel } from './travel/use-travel.ts';
import { useRunUrl } from './use-run-url.ts';
import { useStatusTitle } from './use-status-title.ts';

const LogPanel = dynamic(() => import('./logs/log-panel.tsx').then((module) => module.LogPanel));
const Lightbox = dynamic(() => import('./artifacts/lightbox.tsx').then((module) => module.Lightbox));

export function RunScreen({ page, buttons, viewer }: { page: RunPage; buttons: VerbButton[]; viewer: Viewer }) {
  const { graph, earlier } = page;
  const [initial] = useState(() => viewOf(page));
  const { view, connection, addOlder } = useRunEvents(initial);
  const url = useRunUrl();
  const [imageId, setImageId] = useState<string | null>(null);
  const travel = useTravel(view, url, page.moment);
  const { past } = travel;
  const shown = past?.view ?? view;
  const asOf = past ? Date.parse(past.event.at) : null;
  const images = useMemo(() => view.artifacts.filter(({ type }) => isImage(type)), [view.artifacts]);
  const naming = useMemo(() => namingOf(graph, view.gates), [graph, view.gates]);
  const { state } = view;
  useStatusTitle(state.status);
  useNewText(state.text === page.run.state.text);

  const inspector = (
    <Inspector
      view={shown}
      graph={graph}
      parent={page.run.parent}
      naming={naming}
      earlier={earlier}
      url={url}
      onOpenImage={setImageId}
    />
  );
  return (
    <>
      <RunHeader
        state={state}
        graph={graph}
        parent={page.run.parent}
        progress={progressOf(graph, state)}
        connection={connection}
        isArchived={page.run.archived}
        asks={view.gates.some(({ status }) => status === 'open')}
        buttons={buttons}
      />
      <GateCards
        gates={view.gates}
        graph={graph}
        state={state}
        artifacts={view.artifacts}
        viewer={viewer}
        onOpenImage={setImageId}
      />
      <Tabs
        label="Views of this run"
        className="sticky top-[calc(52px+var(--shell-top))] z-10 mt-1 shrink-0 bg-page phone:static"
      >
        <Tab
          selected={url.tab === 'timeline'}
          href={url.hrefTo({ tab: 'timeline' })}
          onClick={url.follow({ tab: 'timeline' })}
        >
          Timeline
        </Tab>
        <Tab selected={url.tab === 'graph'} href={url.hrefTo({ tab: 'graph' })} onClick={url.follow({ tab: 'graph' })}>
          Graph
        </Tab>
        <Tab selected={url.tab === 'logs'} href={url.hrefTo({ tab: 'logs' })} onClick={url.follow({ tab: 'logs' })}>
          Logs
        </Tab>
        <Tab
          selected={url.tab === 'trace'}
          count={state.seq}
          href={url.hrefTo({ tab: 'trace' })}
          onClick={url.follow({ tab: 'trace' })}
        >
          Trace
        </Tab>
        <Tab
          selected={url.tab === 'artifacts'}
          count={view.artifacts.length}
          href={url.hrefTo({ tab: 'artifacts' })}
          onClick={url.follow({ tab: 'artifacts' })}
        >
          Artifacts
        </Tab>
        <Tab selected={url.tab === 'state'} href={url.hrefTo({ tab: 'state' })} onClick={url.follow({ tab: 'state' })}>
          State
        </Tab>
      </Tabs>
      <AsOfTime at={asOf}>
        <div className="flex min-w-0 flex-1 items-stretch">
          {url.tab === 'timeline' && (
            <>
              <TimelinePanel graph={graph} state={shown.state} timeline={shown.timeline} asOf={asOf} url={url} />
              {inspector}
            </>
          )}
          {url.tab === 'graph' && (
            <>
              <GraphPanel graph={graph} state={shown.state} timeline={shown.timeline} naming={naming} url={url} />
              {inspector}
            </>
          )}
          {url.tab === 'logs' && <LogPanel view={view} graph={graph} naming={naming} url={url} />}
          {url.tab === 'trace' && (
            <TracePanel
              runId={state.run}
              events={view.events}
              last={state.seq}
              start={Date.parse(state.created_at)}
              naming={naming}
              url={url}
              onOlder={addOlder}
            />
          )}
          {url.tab === 'artifacts' && (
            <ArtifactsPanel runId={state.run} artifacts={shown.artifacts} onOpenImage={setImageId} />
          )}
          {url.tab === 'state' && <StatePanel state={shown.state} past={past} />}
        </div>
      </AsOfTime>
      <Scrubber
        runId={state.run}
        last={state.seq}
        travel={travel}
        images={images}
        naming={naming}
        onOpenImage={setImageId}
      />
      {imageId !== null && (
        <Lightbox
          runId={state.run}
          images={images}
          openId={imageId}
          onOpen={setImageId}
          onClose={() => setImageId(null)}
        />
      )}
    </>
  );
}

/** A run that somebody moves to another version of its file is drawn anew, by that text. */
function useNewText(isTheOneDrawn: boolean) {
  const router = useRouter();
  useEffect(() => {
    if (!isTheOneDrawn) router.refresh();
  }, [isTheOneDrawn, router]);
}
