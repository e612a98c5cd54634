'use client';
// The run page: complete when the server has drawn it, live when scripts run. It owns the view of the run; tab,
// node, moment and the file that is open over the page are the address. A moment of the past holds for every tab.
import { useRouter } from 'next/navigation';
import { memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import { LiveOnly, useRunSource } from '#app/_client/run-source.tsx';
import { useRunEvents } from '#app/_client/use-run-events.ts';
import { useOfferToPalette } from '#app/_components/shell/palette-run.ts';
import { AsOfTime } from '#app/_components/time.tsx';
import { Tab, Tabs } from '#app/_components/ui/tabs.tsx';
import { lastInterruption } from '#lib/engine/interruption.ts';
import { progressOf } from '#lib/engine/progress.ts';
import { viewOf } from '#lib/engine/view/run-view.ts';
import type { RunPage, VerbButton } from '#lib/runs/views.ts';
import { offeredRun } from './around/offered-run.ts';
import { isImage } from './artifacts/artifact-kind.ts';
import { useAllArtifacts } from './artifacts/use-all-artifacts.ts';
import type { Viewer } from './gate/gate-holder.tsx';
import type { GateMessages } from './gate/gate-message.tsx';
import {
  ArtifactsPanel,
  GateCards,
  GraphPanel,
  Inspector,
  InterruptionNotice,
  Lightbox,
  LogPanel,
  loadPanels,
  PreviewPanel,
  StatePanel,
  TimelinePanel,
  TracePanel,
} from './lazy-panels.ts';
import { namingOf } from './naming.ts';
import { RunHeader } from './run-header.tsx';
import { useFineTimeline } from './timeline/use-fine-timeline.ts';
import { Scrubber } from './travel/scrubber.tsx';
import { useTravel } from './travel/use-travel.ts';
import { type RunUrl, useRunUrl } from './use-run-url.ts';
import { useStatusTitle } from './use-status-title.ts';

type Props = {
  page: RunPage;
  buttons: VerbButton[];
  viewer: Viewer;
  messages?: GateMessages;
  /** What is said of the run above all of its tabs. */
  notice?: ReactNode;
  /** To those of the list that the reader came from. */
  neighbours?: ReactNode;
};

export function RunScreen(props: Props) {
  return <Screen {...props} url={useRunUrl()} />;
}

/** The router tells of each move once more when it has followed: nothing is drawn again for that. */
const Screen = memo(function Screen({
  page,
  buttons,
  viewer,
  messages = {},
  notice,
  neighbours,
  url,
}: Props & { url: RunUrl }) {
  const { graph, earlier } = page;
  const [initial] = useState(() => viewOf(page));
  const { view: live, connection, addOlder, addArtifacts } = useRunEvents(initial);
  const rest = useAllArtifacts(page, addArtifacts);
  const view = useFineTimeline(live, url.window);
  const travel = useTravel(view, url, page.moment);
  const { past } = travel;
  const shown = past?.view ?? view;
  // What came in a bundle stands still where its record ends.
  const { isLive } = useRunSource();
  const stopped = isLive || view.state.ended_at ? null : Date.parse(view.state.updated_at);
  const asOf = past ? Date.parse(past.event.at) : stopped;
  const { images } = live.timeline;
  const image = images.find(({ id }) => id === url.artifact);
  const byId = useMemo(() => new Map(view.artifacts.map((artifact) => [artifact.id, artifact])), [view.artifacts]);
  const files = useMemo(() => view.artifacts.filter(({ type }) => !isImage(type)), [view.artifacts]);
  const file = files.find(({ id }) => id === url.artifact);
  const openArtifact = (artifact: string) => url.goTo({ artifact });
  const naming = useMemo(() => namingOf(graph, view.gates), [graph, view.gates]);
  const { state } = view;
  const interruption = useMemo(() => lastInterruption(view), [view]);
  useStatusTitle(state.status);
  useNewText(state.text === page.run.state.text);
  useOfferToPalette(offeredRun(state, graph, buttons));

  const inspector = (
    <Inspector
      view={shown}
      graph={graph}
      parent={page.run.parent}
      naming={naming}
      earlier={earlier}
      url={url}
      onOpenImage={openArtifact}
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
        list={url.list}
        neighbours={neighbours}
      />
      {notice}
      <LiveOnly>
        {interruption && <InterruptionNotice interruption={interruption} naming={naming} url={url} />}
        {view.gates.length > 0 && (
          <GateCards
            gates={view.gates}
            graph={graph}
            state={state}
            artifacts={view.artifacts}
            viewer={viewer}
            messages={messages}
            onOpenImage={openArtifact}
          />
        )}
      </LiveOnly>
      <Tabs
        label="Views of this run"
        className="sticky top-[calc(52px+var(--shell-top))] z-10 mt-1 shrink-0 bg-page phone:static"
        onPointerEnter={loadPanels}
        onFocus={loadPanels}
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
          count={view.artifactCount}
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
              <TimelinePanel
                graph={graph}
                state={shown.state}
                timeline={shown.timeline}
                present={live.timeline}
                stopped={stopped}
                asOf={asOf}
                at={travel.at}
                artifacts={byId}
                naming={naming}
                url={url}
                onOpenImage={openArtifact}
              />
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
            <ArtifactsPanel
              runId={state.run}
              artifacts={shown.artifacts}
              rest={view.artifacts.length < view.artifactCount ? rest : null}
              naming={naming}
              onOpen={openArtifact}
            />
          )}
          {url.tab === 'state' && <StatePanel state={shown.state} past={past} />}
        </div>
      </AsOfTime>
      <Scrubber
        runId={state.run}
        last={state.seq}
        travel={travel}
        images={images}
        artifacts={byId}
        naming={naming}
        onOpenImage={openArtifact}
      />
      {file && (
        <PreviewPanel
          runId={state.run}
          files={files}
          count={view.artifactCount - images.length}
          artifact={file}
          naming={naming}
          url={url}
        />
      )}
      {image && (
        <Lightbox
          runId={state.run}
          images={images}
          artifacts={byId}
          openId={image.id}
          beforeId={url.before}
          naming={naming}
          onOpen={(artifact, before) => url.goTo({ artifact, before }, 'replace')}
          onClose={() => url.goTo({ artifact: null }, 'replace')}
        />
      )}
    </>
  );
});

/** A run that somebody moves to another version of its file is drawn anew, by that text. */
function useNewText(isTheOneDrawn: boolean) {
  const router = useRouter();
  useEffect(() => {
    if (!isTheOneDrawn) router.refresh();
  }, [isTheOneDrawn, router]);
}
