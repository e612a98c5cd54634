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
 * A listening server, or an error that says which setting to change.
 * @param {Place} place
 * @param {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<unknown>} handler
 * @returns {Promise<import('node:http').Server>}
 */
export function listen({ host, port }, handler) {
  return new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      handler(request, response).catch((error) => {
        console.error(error);
        response.destroy();
      });
    });
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      const message = reasons[error.code ?? '']?.({ host, port });
      reject(message ? new Error(message, { cause: error }) : error);
    });
    server.listen(port, host, () => resolve(server));
  });
}
