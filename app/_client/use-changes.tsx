'use client';
// Live lists: when something changed, everything listed is asked for again, at most twice a second.
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { queryKeys } from './queries.ts';
import { type Connection, listenToChanges } from './shared-changes.ts';
import { throttle } from './throttle.ts';

export type LiveState = 'live' | 'catching up' | 'reconnecting' | 'off';

const states: Record<Connection, LiveState> = {
  connecting: 'catching up',
  open: 'live',
  lost: 'reconnecting',
  stopped: 'off',
};

/** null until scripts run: a page without them says nothing about being live. */
const Live = createContext<LiveState | null>(null);
const WorkflowChanges = createContext(0);
const Reads = createContext(false);

export function useLiveState(): LiveState | null {
  return useContext(Live);
}

/** Whether this is the one tab of the browser that reads the stream. */
export function useReadsChanges(): boolean {
  return useContext(Reads);
}

/** Grows whenever a workflow file changes. */
export function useWorkflowChanges(): number {
  return useContext(WorkflowChanges);
}

export function ChangesProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [connection, setConnection] = useState<Connection | null>(null);
  const [isCatchingUp, setCatchingUp] = useState(false);
  const [isReader, setIsReader] = useState(false);
  const [workflowChanges, setWorkflowChanges] = useState(0);

  useEffect(() => {
    const readAgain = throttle(async () => {
      await client.invalidateQueries({ queryKey: queryKeys.lists });
      setCatchingUp(false);
    }, 500);
    const start = () => {
      setConnection('connecting');
      setIsReader(false);
      return listenToChanges({
        onReading: () => setIsReader(true),
        onConnection: (next) => {
          setConnection(next);
          if (next === 'lost' || next === 'stopped') setCatchingUp(true);
        },
        onChange: ({ workflows, trouble }) => {
          readAgain.call();
          if (trouble) void client.invalidateQueries({ queryKey: queryKeys.health });
          if (!workflows) return;
          setWorkflowChanges((count) => count + 1);
          void client.invalidateQueries({ queryKey: queryKeys.workflows });
        },
      });
    };
    let stop = start();
    // A page kept for the back button must not keep the lock.
    const leave = () => stop();
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      stop = start();
      readAgain.call();
    };
    addEventListener('pagehide', leave);
    addEventListener('pageshow', comeBack);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', comeBack);
      readAgain.cancel();
      stop();
    };
  }, [client]);

  const state = connection === null ? null : connection === 'open' && isCatchingUp ? 'catching up' : states[connection];
  return (
    <Live value={state}>
      <WorkflowChanges value={workflowChanges}>
        <Reads value={isReader}>{children}</Reads>
      </WorkflowChanges>
    </Live>
  );
}
