import { createServer } from 'node:http';

/** @typedef {{ host: string, port: number }} Place */

/** @type {Record<string, (place: Place) => string>} */
const reasons = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} on ${host} is taken by another program. Choose another one: PORT=${port + 1} npm start`,
  EACCES: ({ port }) => `Port ${port} needs more rights than this user has. Choose another one: PORT=3000 npm start`,
  EADDRNOTAVAIL: ({ host }) => `HOST is "${host}", which is not an address of this machine.`,
  ENOTFOUND: ({ host }) => `HOST is "${host}", which is not a name this machine knows.`,
};

/**
 * Begins one request in each turn of the event loop, in the order in which they came; at once while nobody else comes. The
 * system lets one new connection in at each turn: with many requests in one turn, whoever comes anew waits for all that
 * the others go on to ask.
 * @template {unknown[]} Given
 * @param {(...given: Given) => void} begin
 * @returns {(...given: Given) => void}
 */
export function oneInEachTurn(begin) {
  /** @type {Given[]} */
  const waiting = [];
  let isTaken = false;
  const nextTurn = () => {
    const next = waiting.shift();
    isTaken = next !== undefined;
    if (!next) return;
    setImmediate(nextTurn);
    begin(...next);
  };
  return (...given) => {
    if (isTaken) return void waiting.push(given);
    isTaken = true;
    setImmediate(nextTurn);
    begin(...given);
  };
}

/**
 * A listening server, or an error that says which setting to change.
 * @param {Place} place
 * @param {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<unknown>} handler
 * @returns {Promise<import('node:http').Server>}
 */
export function listen({ host, port }, handler) {
  return new Promise((resolve, reject) => {
    /** @type {import('node:http').RequestListener} */
    const answer = (request, response) => {
      handler(request, response).catch((error) => {
        console.error(error);
        response.destroy();
      });
    };
    const server = createServer(oneInEachTurn(answer));
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      const message = reasons[error.code ?? '']?.({ host, port });
      reject(message ? new Error(message, { cause: error }) : error);
    });
    server.listen(port, host, () => resolve(server));
  });
}
