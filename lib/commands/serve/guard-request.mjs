// What stands before Next: requests that it would answer with "500" because they cannot be read are told so, and a form that
// never reached its action was no failure of ours.
import { randomUUID } from 'node:crypto';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';
import { requestHeader } from '../../html/security-headers.ts';
import { currentHooks } from './current-hooks.mjs';
import { pathOf } from './guard-body.mjs';
import { refuse } from './refuse.mjs';

/** @param {import('node:http').IncomingMessage} request */
export function isReadable({ url = '', headers }) {
  const state = headers['next-router-state-tree'];
  try {
    decodeURIComponent(pathOf({ url }));
    if (state !== undefined) parseAndValidateFlightRouterState(state);
  } catch {
    return false;
  }
  return url.startsWith('/') && URL.parse(`http://localhost${url}`) !== null;
}

/**
 * A server action can only fail with "500". What it was refused for is known to the action itself; one that was never called
 * got a body that cannot be read.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
export function judgeAction(request, response) {
  const id = randomUUID();
  request.headers[requestHeader] = id;
  const { writeHead, write, end } = response;
  let isTold = false;
  const isRefusal = () => {
    if (isTold || response.headersSent || response.statusCode < 500) return isTold;
    const status = currentHooks().actionStatus?.(id) ?? 400;
    if (status >= 500) return false;
    isTold = true;
    Object.assign(response, { writeHead, write, end });
    for (const name of response.getHeaderNames()) if (/^(content|transfer)-/.test(name)) response.removeHeader(name);
    refuse(request, response, status);
    Object.assign(response, { writeHead: () => response, write: () => true, end: () => response });
    return true;
  };
  response.writeHead = (/** @type {any} */ ...head) => {
    response.statusCode = head[0];
    return isRefusal() ? response : writeHead.apply(response, head);
  };
  response.write = (/** @type {any} */ ...chunk) => isRefusal() || write.apply(response, chunk);
  response.end = (/** @type {any} */ ...chunk) => (isRefusal() ? response : end.apply(response, chunk));
  response.once('close', () => currentHooks().forgetAction?.(id));
}
