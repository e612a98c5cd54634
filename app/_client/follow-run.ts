// The stream under a live run page. One EventSource; every reconnection names the last folded number itself, so
// nothing is missed and nothing counted twice, whatever the browser remembers. Events are handed on once a frame.
// An ended run may be taken back: a page that is looked at again asks once more.
// A browser has six connections to a console: a hidden page gives its stream back and catches up when it is seen.
import { endTypes } from '#lib/engine/event-types.ts';
import type { RunEvent } from '#lib/engine/events.ts';
import { paths } from '#lib/paths.ts';

/** `kept`: a record that came in a bundle, and never moves. */
export type Connection = 'connecting' | 'live' | 'catching_up' | 'reconnecting' | 'ended' | 'kept';

export type Follower = {
  runId: string;
  lastSeq(): number;
  /** True when the run had ended before the page was drawn. */
  hasEnded: boolean;
  onEvents(events: RunEvent[]): 'in_order' | 'gap';
  onConnection(connection: Connection): void;
};

const hiddenGrace = 20_000;
const burst = 300;
const frame = 17;
const longestRest = 100;

/** How long to wait before attempt n (from 1): quick at first, never longer than five seconds. */
export function reconnectDelay(attempt: number): number {
  return Math.min(5_000, 500 * 2 ** Math.max(0, attempt - 1));
}

/** How long a page leaves alone what it draws, after a drawing of so many milliseconds: in between it answers its reader. */
export function restAfter(drawing: number): number {
  return drawing <= frame ? 0 : Math.min(longestRest, 2 * drawing);
}

/** A frame with many events means the page is behind; one with few means it is with the run. */
export function connectionAfter(batch: readonly RunEvent[]): Connection {
  const newest = batch.at(-1);
  if (newest && endTypes.has(newest.type)) return 'ended';
  return batch.length > burst ? 'catching_up' : 'live';
}

export function followRun(follower: Follower): () => void {
  let source: EventSource | null = null;
  let waiting: RunEvent[] = [];
  let failures = 0;
  let { hasEnded } = follower;
  let isOver = false;
  let isScheduled = false;
  let restsUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open() {
    if (source || isOver) return;
    clearTimeout(timer);
    source = new EventSource(paths.api.runEvents(follower.runId, follower.lastSeq()));
    source.onopen = () => {
      failures = 0;
      if (!hasEnded) follower.onConnection('live');
    };
    source.onmessage = (message) => {
      hasEnded = false;
      waiting.push(JSON.parse(message.data) as RunEvent);
      schedule();
    };
    source.addEventListener('end', () => {
      flush();
      finish();
    });
    source.onerror = () => {
      if (waiting.length > 0) flush();
      reopen();
    };
  }

  function schedule() {
    if (isScheduled) return;
    isScheduled = true;
    // A frame never comes while the page is hidden; a timer does, if late.
    if (document.hidden) setTimeout(flush, 250);
    else setTimeout(() => requestAnimationFrame(flush), Math.max(0, restsUntil - performance.now()));
  }

  /** From now until the frame that shows it is on the screen, but for the wait until that frame begins. */
  function measureDrawing() {
    const began = performance.now();
    requestAnimationFrame(() =>
      setTimeout(() => {
        const now = performance.now();
        restsUntil = now + restAfter(now - began - frame);
      }),
    );
  }

  function flush() {
    isScheduled = false;
    const batch = waiting;
    waiting = [];
    if (isOver || (batch.length === 0 && !source)) return;
    measureDrawing();
    if (follower.onEvents(batch) === 'gap') return reopen();
    const connection = connectionAfter(batch);
    follower.onConnection(connection);
    // An empty frame after a full one is how the page learns that it has caught up.
    if (connection === 'catching_up') schedule();
  }

  function close() {
    source?.close();
    source = null;
    clearTimeout(timer);
  }

  function reopen() {
    close();
    if (isOver || hasEnded) return;
    failures += 1;
    follower.onConnection('reconnecting');
    timer = setTimeout(open, reconnectDelay(failures));
  }

  function finish() {
    hasEnded = true;
    close();
    follower.onConnection('ended');
  }

  function onVisibility() {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(close, hiddenGrace);
    else open();
  }

  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pagehide', close);
  window.addEventListener('pageshow', open);
  window.addEventListener('online', open);
  if (!hasEnded) open();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pagehide', close);
    window.removeEventListener('pageshow', open);
    window.removeEventListener('online', open);
    isOver = true;
    close();
  };
}
