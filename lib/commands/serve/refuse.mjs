/** @type {Record<number, [code: string, message: string]>} */
const reasons = {
  400: ['bad_request', 'The request cannot be understood.'],
  408: ['bad_request', 'The body of the request did not come in time.'],
  413: ['too_large', 'The body of the request is larger than {most}, which is all that is taken here.'],
};
const longestDrain = 1_000;
const megabyte = 1024 * 1024;

/**
 * Answers before anybody else has. What is still coming is let go by unread, for a moment, so that the answer is heard.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {number} most how many bytes are taken
 */
export function refuse(request, response, status, most = 0) {
  const [code, words] = reasons[status] ?? ['bad_request', 'The request was refused.'];
  const message = words.replace('{most}', most < megabyte ? `${most / 1024} KB` : `${most / megabyte} MB`);
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
