const stalledAfter = 30_000;

/**
 * The connection of a live stream on which nothing moves is closed: its reader's buffer is full. One that is read moves at
 * least every 15 s, because a quiet stream says that it is quiet.
 * @param {import('node:http').ServerResponse} response
 * @param {number} after
 */
export function cutOffStalledStream(response, after = stalledAfter) {
  const { writeHead } = response;
  response.writeHead = (/** @type {any[]} */ ...head) => {
    const written = Reflect.apply(writeHead, response, head);
    const type = String(response.getHeader('content-type') ?? '');
    if (type.startsWith('text/event-stream')) response.setTimeout(after, () => response.destroy());
    return written;
  };
}
