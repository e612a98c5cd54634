// Cuts a byte stream into lines. A line longer than the limit is refused before it is kept, so that a server cannot fill
// our memory; pieces are joined once, so that a long line costs no more than its length.
export type LineReader = { push(chunk: Buffer): void };

export function createLineReader(limit: number, onLine: (line: string) => void, onTooLong: () => void): LineReader {
  let pieces: Buffer[] = [];
  let length = 0;
  let isRefused = false;
  const keep = (piece: Buffer) => {
    length += piece.length;
    if (length <= limit) pieces.push(piece);
    else refuse();
  };
  const refuse = () => {
    isRefused = true;
    pieces = [];
    onTooLong();
  };
  const finish = () => {
    const line = Buffer.concat(pieces).toString('utf8');
    pieces = [];
    length = 0;
    onLine(line);
  };
  return {
    push(chunk) {
      for (let start = 0; !isRefused && start < chunk.length; ) {
        const end = chunk.indexOf(10, start);
        keep(chunk.subarray(start, end === -1 ? chunk.length : end));
        if (end === -1) return;
        if (!isRefused) finish();
        start = end + 1;
      }
    },
  };
}
