'use client';
// Where the run page has its run from: this console, or a bundle that came from somewhere. Everything on the page that reads
// goes through the source (events, moments, logs, files), and what acts on a run stands inside LiveOnly: whatever keeps to
// these two works in a bundle too. Files are drawn by RunImage and linked by FileLink, since a bundle has to unpack them first.
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { RunEvent } from '#lib/engine/events.ts';
import type { RunState } from '#lib/engine/state.ts';
import type { EventFilter } from '#lib/engine/view/event-filter.ts';
import type { TimeWindow } from '#lib/engine/view/time/time-window.ts';
import type { Timeline } from '#lib/engine/view/timeline.ts';
import type { ArtifactView, LogLines, LogPlace } from '#lib/runs/views.ts';
import { liveSource } from './live-source.ts';

export type EventRange = { after?: number; before?: number; limit?: number; node?: string; visit?: number };
/** `count` of all that fit, told with the first page; `up_to` is the last event that was looked at. */
export type FoundEvents = { events: RunEvent[]; next: number | null; count: number | null; up_to: number };

export type RunFile =
  | { kind: 'artifact'; id: string }
  | { kind: 'value'; hash: string }
  | { kind: 'log'; place: LogPlace };

export type RunSource = {
  /** False for a record of a run that goes on elsewhere or nowhere: nothing can be done to it. */
  isLive: boolean;
  /** The list that the run stands in; null where there is none to go to. */
  home: { href: string; label: string } | null;
  readEvents(runId: string, range: EventRange): Promise<RunEvent[]>;
  searchEvents(runId: string, filter: EventFilter, range: EventRange): Promise<FoundEvents>;
  readState(runId: string, at: number): Promise<RunState>;
  /** In that part as fine as it can be drawn. */
  readTimeline(runId: string, window: TimeWindow): Promise<Timeline>;
  /** Those that follow the cursor. */
  readArtifacts(runId: string, cursor: string): Promise<{ artifacts: ArtifactView[]; next: string | null }>;
  /** From a line on; without one, the last ones. */
  readLog(runId: string, place: LogPlace, range: { line?: number; limit: number }): Promise<LogLines>;
  /** Of very many matches only the last. */
  searchLog(
    runId: string,
    place: LogPlace,
    text: string,
    signal?: AbortSignal,
  ): Promise<{ matches: number[]; count: number }>;
  /** So many bytes of a file, from there on. */
  readBytes(runId: string, file: RunFile, most: number, from?: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Null for a file that has no address before it is opened. */
  addressOf(runId: string, file: RunFile, how: 'inline' | 'download'): string | null;
  /** An address that holds as long as the page. */
  openFile(runId: string, file: RunFile): Promise<string>;
};

const SourceContext = createContext<RunSource>(liveSource);

export const RunSourceProvider = SourceContext.Provider;

export function useRunSource(): RunSource {
  return useContext(SourceContext);
}

/** What only makes sense where the run is: answering, running again, sharing. */
export function LiveOnly({ children }: { children: ReactNode }) {
  return useRunSource().isLive ? children : null;
}

/** The address of an artifact to be drawn; undefined while it is being unpacked. */
export function useArtifactUrl(runId: string, id: string): string | undefined {
  const source = useRunSource();
  const address = source.addressOf(runId, { kind: 'artifact', id }, 'inline');
  const [opened, setOpened] = useState<{ id: string; url: string } | null>(null);
  useEffect(() => {
    if (address !== null) return;
    let isWanted = true;
    source.openFile(runId, { kind: 'artifact', id }).then(
      (url) => isWanted && setOpened({ id, url }),
      // An address that leads nowhere: whoever draws it says that it cannot be drawn.
      () => isWanted && setOpened({ id, url: 'data:,' }),
    );
    return () => {
      isWanted = false;
    };
  }, [source, runId, id, address]);
  return address ?? (opened?.id === id ? opened.url : undefined);
}
