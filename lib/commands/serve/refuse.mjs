/** @type {Record<number, [code: string, message: string]>} */
const reasons = {
  400: ['bad_request', 'The request cannot be understood.'],
  408: ['bad_request', 'The body of the request did not come in time.'],
  413: ['too_large', 'The body of the request is larger than {most}.'],
};
const longestDrain = 1_000;

/**
 * Answers before anybody else has. What is still coming is let go by unread, for a moment, so that the answer is heard.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} most how much is taken
 */
export function refuse(request, response, status, most = '') {
  const [code, words] = reasons[status] ?? ['bad_request', 'The request was refused.'];
  const message = words.replace('{most}', most);
  if (!response.headersSent) {
    response.writeHead(status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      connection: 'close',
    });
    response.end(JSON.stringify({ error: { code, message } }));
  }
  if (request.complete) return;
  request.resume();
  setTimeout(() => request.destroy(), longestDrain).unref();
}
