// How much of a request is taken in before anybody knows who asks, and how long it may take. Nothing is read of a body that
// says it is larger; one that does not say is counted on its way. Large ones only from whoever is signed in, and only where
// files are sent.
import { refuse } from './refuse.mjs';

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
const forAnybody = 64 * kilobyte;
/** How long a body may stand still. */
const longestPause = 20_000;

/** Without a number of its own: where a run is started, with its inputs and files. @type {{ path: RegExp, most: number | null, isPublic?: boolean }[]} */
const limits = [
  { path: /^\/sign-(in|out)\/?$/, most: 8 * kilobyte, isPublic: true },
  { path: /^\/g\//, most: 256 * kilobyte, isPublic: true },
  { path: /^\/api\/callbacks\//, most: megabyte, isPublic: true },
  { path: /^\/api\/runs\/?$/, most: null },
  { path: /^\/api\//, most: megabyte },
  // The start form of a workflow, whose action is posted to the page it stands on.
  { path: /^\/workflows\//, most: null },
  { path: /^/, most: megabyte },
];

/** @typedef {{ isSignedIn: () => Promise<boolean>, mostToStart: number, pause?: number }} Guard */

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {Guard} guard
 */
async function limitOf(request, { isSignedIn, mostToStart }) {
  const path = pathOf(request);
  const { most, isPublic } = limits.find((limit) => limit.path.test(path)) ?? { most: forAnybody, isPublic: true };
  const isForAnybody = !isPublic && (lengthOf(request) <= forAnybody || !(await isSignedIn()));
  if (isForAnybody) return { most: forAnybody, words: limitWords(forAnybody) };
  if (most !== null) return { most, words: limitWords(most) };
  return { most: mostToStart, words: `${limitWords(mostToStart)} (GATEHOUSE_MAX_BODY)` };
}

/** @param {number} most */
function limitWords(most) {
  const size = most < megabyte ? `${most / kilobyte} KB` : `${most / megabyte} MB`;
  return `${size}, which is all that is taken here`;
}

/** @param {{ url?: string }} request */
export const pathOf = ({ url = '' }) => url.split(/[?#]/, 1)[0] ?? '';

/** Without a length it may be anything. @param {import('node:http').IncomingMessage} request */
function lengthOf({ headers }) {
  if (headers['transfer-encoding'] !== undefined) return Infinity;
  return Number(headers['content-length'] ?? 0);
}

/**
 * False when the request was refused.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {Guard} guard
 */
export async function guardBody(request, response, guard) {
  const length = lengthOf(request);
  if (length === 0) return true;
  const { most, words } = await limitOf(request, guard);
  // The first of it comes together with the headers.
  if ((length === Infinity ? request.readableLength : length) > most) {
    refuse(request, response, 413, words);
    return false;
  }
  watch(request, response, { most, words, pause: guard.pause });
  return true;
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {{ most: number, words: string, pause?: number }} limit
 */
function watch(request, response, { most, words, pause = longestPause }) {
  let size = request.readableLength;
  let isRefused = false;
  const stop = (/** @type {number} */ status) => {
    isRefused = true;
    clearTimeout(timer);
    refuse(request, response, status, words);
  };
  const look = () => {
    // Whoever reads may take their time; only a sender who keeps us waiting is given up.
    if (request.readableLength >= request.readableHighWaterMark) timer.refresh();
    else if (!request.complete) stop(408);
  };
  const timer = setTimeout(look, pause).unref();
  const push = request.push.bind(request);
  request.push = (chunk, encoding) => {
    // Whoever was reading never sees an end, only that the request was cut off.
    if (isRefused) return true;
    timer.refresh();
    size += chunk?.length ?? 0;
    if (chunk === null) clearTimeout(timer);
    if (size <= most) return push(chunk, encoding);
    stop(413);
    return true;
  };
  request.once('close', () => clearTimeout(timer));
}
