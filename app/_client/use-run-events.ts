// Keeps a run's view live: events come in by a stream, are folded once a frame, and the page is told how it stands.
'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RunEvent } from '#lib/engine/events.ts';
import { isTerminal, type RunArtifact } from '#lib/engine/state.ts';
import { type RunView, receive, receiveArtifacts, receiveOlder } from '#lib/engine/view/run-view.ts';
import { type Connection, followRun } from './follow-run.ts';
import { useRunSource } from './run-source.tsx';

export function useRunEvents(initial: RunView) {
  const { isLive } = useRunSource();
  const [view, setView] = useState(initial);
  const first = isTerminal(initial.state.status) ? 'ended' : 'connecting';
  const [connection, setConnection] = useState<Connection>(isLive ? first : 'kept');
  // The stream reads and writes the newest view between renders; the state only mirrors it for drawing.
  const latest = useRef(initial);

  useEffect(() => {
    if (!isLive) return;
    return followRun({
      runId: latest.current.state.run,
      hasEnded: isTerminal(latest.current.state.status),
      lastSeq: () => latest.current.state.seq,
      onConnection: setConnection,
      onEvents(events) {
        latest.current = receive(latest.current, events);
        setView(latest.current);
        return latest.current.missingAfter === null ? 'in_order' : 'gap';
      },
    });
  }, [isLive]);

  const addOlder = useCallback((older: readonly RunEvent[]) => {
    latest.current = receiveOlder(latest.current, older);
    setView(latest.current);
  }, []);

  const addArtifacts = useCallback((read: readonly RunArtifact[]) => {
    latest.current = receiveArtifacts(latest.current, read);
    setView(latest.current);
  }, []);

  return { view, connection, addOlder, addArtifacts };
}
