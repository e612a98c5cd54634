import { paths } from '../paths.ts';
import { type BenchConsole, withConsole } from './bench-console.ts';
import { oneGate } from './bench-workflows.ts';
import type { Measure } from './measurement.ts';
import { median, microseconds, percentile } from './statistics.ts';

const writers = 50;
const rounds = 10;
/** A console runs for weeks: code that is still being compiled is not what it is like. */
const warmUp = 2;
const most = 250;

type Run = { gates: { id: string; status: string }[] };

/** Starts a run and answers its gate, again and again; only the two writes are timed. */
async function write({ api }: BenchConsole, times: number[], rounds: number): Promise<void> {
  const timed = async <T>(ask: () => Promise<T>) => {
    const before = performance.now();
    const answer = await ask();
    times.push(performance.now() - before);
    return answer;
  };
  for (let round = 0; round < rounds; round++) {
    const { id } = await timed(() => api<{ id: string }>('POST', paths.api.runs(), { source: oneGate }));
    let gate: Run['gates'][number] | undefined;
    while (!gate) gate = (await api<Run>('GET', paths.api.run(id))).gates.find(({ status }) => status === 'open');
    const path = paths.api.gate(id, gate.id);
    await timed(() => api('POST', path, { option: 'on' }));
  }
}

/** 50 who start runs and answer gates at the same time: how long the slowest of a hundred writes takes. */
export const manyWriters: Measure = (progress) =>
  withConsole(async (console) => {
    const together = (times: number[], rounds: number) =>
      Promise.all(Array.from({ length: writers }, () => write(console, times, rounds)));
    await together([], warmUp);
    progress('warm');
    const times: number[] = [];
    await together(times, rounds);
    const slow = percentile(times, 0.99);
    const detail = `${times.length} starts and answers, median ${microseconds(median(times))}`;
    return [{ value: `p99 ${slow.toFixed(0)} ms`, goal: `≤ ${most} ms`, isReached: slow <= most, detail }];
  });
