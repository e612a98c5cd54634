// Lines of a file that programs print into, while it grows and however large it is. An index remembers where every so many
// lines begin, and is carried on from where it ended: a line in the middle of 200 MB costs one seek, not a scan.
// Pure: the bytes come from a file of the console or out of a bundle in the browser.

/** At most so many bytes from there on; none where the file ends. Good until the next are asked for. */
export type Bytes = (position: number, length: number) => Promise<Uint8Array>;

const step = 500;
const chunkSize = 1 << 20;
const longestLine = 16_384;
const newline = 10;

/** `marks[n]` is where line n × 500 begins, counted from 0; `lines` have ended by `size`, the rest is one that has not. */
export type LogIndex = { size: number; lines: number; marks: number[]; lastEnd: number };

export const emptyIndex = (): LogIndex => ({ size: 0, lines: 0, marks: [0], lastEnd: 0 });

export const lineCount = ({ lines, lastEnd, size }: LogIndex) => lines + (size > lastEnd ? 1 : 0);

/** Takes in what was printed since. A file that became shorter is another one. */
export async function growIndex(bytes: Bytes, index: LogIndex, size: number): Promise<LogIndex> {
  const grown = size < index.size ? emptyIndex() : { ...index, marks: [...index.marks] };
  while (grown.size < size) {
    const chunk = await bytes(grown.size, Math.min(chunkSize, size - grown.size));
    if (chunk.length === 0) break;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) {
      grown.lines += 1;
      grown.lastEnd = grown.size + at + 1;
      if (grown.lines % step === 0) grown.marks.push(grown.lastEnd);
    }
    grown.size += chunk.length;
  }
  return grown;
}

/** Lines from the one with this number on (the first is 1); a very long one is cut, and says so. */
export async function readLines(bytes: Bytes, index: LogIndex, from: number, count: number): Promise<string[]> {
  const lines: string[] = [];
  const mark = Math.min(Math.floor((from - 1) / step), index.marks.length - 1);
  let number = mark * step + 1;
  for await (const read of linesFrom(bytes, index.marks[mark] ?? 0, index.size)) {
    lines.push(...read.slice(Math.max(0, from - number), Math.max(0, from - number) + count - lines.length));
    number += read.length;
    if (lines.length >= count) break;
  }
  return lines;
}

/** The numbers of the lines that say it, whatever the case: the last `most` of them, and how many there are. */
export async function findLines(
  bytes: Bytes,
  index: LogIndex,
  text: string,
  most: number,
  signal?: AbortSignal,
): Promise<{ matches: number[]; count: number }> {
  const wanted = text.toLowerCase();
  let matches: number[] = [];
  let count = 0;
  let number = 0;
  for await (const lines of linesFrom(bytes, 0, index.size)) {
    // Nobody waits for it any more.
    if (signal?.aborted) break;
    for (const line of lines) {
      number += 1;
      if (!line.toLowerCase().includes(wanted)) continue;
      count += 1;
      matches.push(number);
    }
    if (matches.length > most) matches = matches.slice(-most);
  }
  return { matches, count };
}

/** Those that end in each part of the file that is read. */
async function* linesFrom(bytes: Bytes, start: number, end: number): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let open = '';
  let left = 0;
  let position = start;
  const take = (text: string) => {
    const room = Math.max(0, longestLine - open.length);
    open += text.slice(0, room);
    left += Math.max(0, text.length - room);
  };
  const finish = () => {
    const line = left > 0 ? `${open} … ${left.toLocaleString('en')} more characters` : open;
    open = '';
    left = 0;
    return line;
  };
  while (position < end) {
    const chunk = await bytes(position, Math.min(chunkSize, end - position));
    if (chunk.length === 0) break;
    position += chunk.length;
    const parts = decoder.decode(chunk, { stream: true }).split('\n');
    const last = parts.pop() ?? '';
    yield parts.map((part) => {
      take(part);
      return finish();
    });
    take(last);
  }
  take(decoder.decode());
  if (open !== '') yield [finish()];
}
