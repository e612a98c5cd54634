// One event stream for all tabs of a browser: HTTP/1.1 allows six connections, and every tab wants to be live.
// The tab that holds the lock reads the stream and tells the others over a channel; when it goes, the next one takes over.
// A take-over or a reconnection may have missed something, so both count as a change. The stream carries no data.
import { paths } from '#lib/paths.ts';

export type Connection = 'connecting' | 'open' | 'lost' | 'stopped';
/** Whether workflow files or the console's trouble changed; anything that is listed may have changed in any case. */
export type Change = { workflows: boolean; trouble: boolean };
type Message = { kind: 'hello' } | { kind: 'connection'; connection: Connection } | { kind: 'change'; what: Change };

const retryAfter = 5000;

export type ChangeListener = {
  onConnection(connection: Connection): void;
  onChange(what: Change): void;
  /** From now on this tab reads for all of them. */
  onReading(): void;
};

/** Returns how to stop listening. */
export function listenToChanges(listener: ChangeListener): () => void {
  const ended = new AbortController();
  const channel = new BroadcastChannel('gatehouse-changes');
  let reading: { connection: Connection } | null = null;

  const report = (connection: Connection) => {
    if (reading) reading.connection = connection;
    channel.postMessage({ kind: 'connection', connection } satisfies Message);
    listener.onConnection(connection);
  };
  const change = (what: Change) => {
    channel.postMessage({ kind: 'change', what } satisfies Message);
    listener.onChange(what);
  };

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'connection') listener.onConnection(data.connection);
    else if (data.kind === 'change') listener.onChange(data.what);
    else if (reading) {
      channel.postMessage({ kind: 'connection', connection: reading.connection } satisfies Message);
    }
  };
  channel.postMessage({ kind: 'hello' } satisfies Message);

  const read = () =>
    new Promise<void>((resolve) => {
      if (ended.signal.aborted) return resolve();
      reading = { connection: 'connecting' };
      listener.onReading();
      const stop = readStream({ report, change });
      ended.signal.addEventListener('abort', () => {
        stop();
        reading = null;
        resolve();
      });
    });

  // Locks exist only on https and localhost; elsewhere each tab reads for itself.
  if (navigator.locks) navigator.locks.request('gatehouse-changes', { signal: ended.signal }, read).catch(() => {});
  else void read();

  return () => {
    ended.abort();
    channel.close();
  };
}

type Reader = { report(connection: Connection): void; change(what: Change): void };

function readStream({ report, change }: Reader): () => void {
  let source: EventSource;
  let isFirst = true;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const connect = () => {
    source = new EventSource(paths.api.events());
    source.onopen = () => {
      report('open');
      // What was missed in between may have been a file; a page that has just been drawn missed none.
      change({ workflows: !isFirst, trouble: !isFirst });
      isFirst = false;
    };
    source.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      const { workflows, trouble } = JSON.parse(data) as Partial<Change>;
      change({ workflows: workflows === true, trouble: trouble === true });
    });
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return report('lost');
      // Refused for good, by an answer that is no stream: signed out, or a server on its way up.
      report('stopped');
      retry = setTimeout(connect, retryAfter);
    };
  };
  connect();
  return () => {
    clearTimeout(retry);
    source.close();
  };
}
