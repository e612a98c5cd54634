// A run that came whole as the source of a run page: its events are in memory, its files wherever they were left.
import { emptyIndex, findLines, growIndex, type LogIndex, lineCount, readLines } from '#lib/engine/log-lines.ts';
import type { LogPlace } from '#lib/runs/views.ts';
import type { RunFile, RunSource } from '../run-source.tsx';
import type { KeptEvents } from './kept-events.ts';

const mostMatches = 5000;

export type KeptFiles = {
  /** Null for one that has to be unpacked before it has an address. */
  addressOf(file: RunFile): string | null;
  openFile(file: RunFile): Promise<string>;
  readBytes(file: RunFile, most: number): Promise<Uint8Array<ArrayBuffer>>;
  /** All that was printed there, or as much of it as came along; null for nothing. */
  openLog(place: LogPlace): Promise<Blob | null>;
};

export function keptSource(kept: KeptEvents, files: KeptFiles, home: RunSource['home']): RunSource {
  const indexes = new WeakMap<Blob, LogIndex>();
  const bytesOf = (blob: Blob) => async (position: number, length: number) =>
    new Uint8Array(await blob.slice(position, position + length).arrayBuffer());
  async function open(place: LogPlace) {
    const blob = (await files.openLog(place)) ?? new Blob();
    const bytes = bytesOf(blob);
    const index = indexes.get(blob) ?? (await growIndex(bytes, emptyIndex(), blob.size));
    indexes.set(blob, index);
    return { bytes, index };
  }
  return {
    isLive: false,
    home,
    readEvents: async (_run, range) => kept.range(range),
    searchEvents: async (_run, filter, range) => kept.search(filter, range),
    readTimeline: async (_run, window) => kept.timelineIn(window),
    readState: async (_run, at) => kept.stateAt(at),
    // They all came with the page.
    readArtifacts: async () => ({ artifacts: [], next: null }),
    async readLog(_run, place, { line, limit }) {
      const { bytes, index } = await open(place);
      const total = lineCount(index);
      const first = line ?? Math.max(1, total - limit + 1);
      return { lines: await readLines(bytes, index, first, limit), first, total, size: index.size };
    },
    async searchLog(_run, place, text, signal) {
      const { bytes, index } = await open(place);
      return findLines(bytes, index, text, mostMatches, signal);
    },
    readBytes: async (_run, file, most, from = 0) => (await files.readBytes(file, from + most)).subarray(from),
    addressOf: (_run, file) => files.addressOf(file),
    openFile: (_run, file) => files.openFile(file),
  };
}
