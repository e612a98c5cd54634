const mostBytes = 64 * 1024 * 1024;

/** The lines of a text, of which none may be so long that it fills the memory. */
export async function* boundedLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > mostBytes) throw new Error(`a line is longer than ${mostBytes} bytes`);
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
