// What a monitor reads, in the text format of Prometheus. Only what is cheap to know: one count of rows, the rest is in
// memory. The delay of the event loop is that since the last reading.
import type { Needs } from '../../console/console.ts';
import { openStreamCount } from '../../stream/sse.ts';

type Sample = { labels?: Record<string, string>; value: number };

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

const troubleKinds = ['database', 'files', 'space'];

function metric(name: string, help: string, samples: Sample[]): string {
  const lines = samples.map(({ labels = {}, value }) => {
    const named = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return `gatehouse_${name}${named.length > 0 ? `{${named.join(',')}}` : ''} ${value}`;
  });
  return [`# HELP gatehouse_${name} ${help}`, `# TYPE gatehouse_${name} gauge`, ...lines, ''].join('\n');
}

export async function readMetrics(
  house: Needs<'loopDelay' | 'queue' | 'store' | 'streams' | 'trouble'>,
): Promise<string> {
  const [runs, gates] = await Promise.all([house.store.countRuns(), house.store.countOpenGates()]);
  const { loopDelay } = house;
  const seconds = (nanoseconds: number) => nanoseconds / 1e9;
  const delays = [
    { labels: { quantile: '0.5' }, value: seconds(loopDelay.percentile(50)) },
    { labels: { quantile: '0.99' }, value: seconds(loopDelay.percentile(99)) },
    { labels: { quantile: '1' }, value: seconds(loopDelay.max) },
  ];
  loopDelay.reset();
  const found = new Set<string>(house.trouble.list().map(({ kind }) => kind));
  return [
    metric(
      'runs',
      'Runs that are not archived, by status.',
      Object.entries(runs).map(([status, value]) => ({ labels: { status }, value })),
    ),
    metric('open_gates', 'Gates that wait for a person.', [{ value: gates }]),
    metric('queue_length', 'Runs that are worked on or wait for a worker.', [{ value: house.queue.size() }]),
    metric('streams', 'Live streams that are open.', [{ value: openStreamCount(house) }]),
    metric('event_loop_delay_seconds', 'How late the event loop came round.', delays),
    metric('resident_memory_bytes', 'Memory of the process.', [{ value: process.memoryUsage.rss() }]),
    metric(
      'trouble',
      '1 while the console is in this kind of trouble.',
      troubleKinds.map((kind) => ({ labels: { kind }, value: found.has(kind) ? 1 : 0 })),
    ),
  ].join('');
}
