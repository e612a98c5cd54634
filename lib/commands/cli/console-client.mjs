// How the command line reaches the running console and says who it is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEnv } from '../../env.ts';
import { portOf } from '../serve/data-lock.mjs';
import { root } from '../serve/root.mjs';

// The console resolves its folders from the project; this command may be typed anywhere.
function settings() {
  const env = readEnv({ ...process.env, GATEHOUSE_DATA: process.env.GATEHOUSE_DATA || join(root, 'data') });
  const host = ['0.0.0.0', '::', '::1', '127.0.0.1'].includes(env.host) ? 'localhost' : env.host;
  return {
    // Without a word the console of this data directory says where it listens.
    address: env.publicUrl ?? `http://${host}:${process.env.PORT ? env.port : (portOf(env.dataDirectory) ?? env.port)}`,
    token: env.ownerToken ?? readToken(env.dataDirectory),
  };
}

/** @param {string} dataDirectory */
function readToken(dataDirectory) {
  const file = join(dataDirectory, 'owner-token');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (/** @type {any} */ error) {
    if (error.code === 'ENOENT') {
      throw new Error(`There is no token in ${file}. Run npm start once, or set GATEHOUSE_TOKEN or GATEHOUSE_DATA.`);
    }
    throw new Error(`The token in ${file} cannot be read: ${error.message}. Set GATEHOUSE_TOKEN instead.`);
  }
}

/**
 * The response of the console, or an error that carries the console's own message.
 * @typedef {{ method?: string, body?: string, type?: string, headers?: Record<string, string> }} Options
 * @param {string} path
 * @param {Options} options
 */
export async function callConsole(path, { method = 'GET', body, type = 'application/json', headers = {} } = {}) {
  const { address, token } = settings();
  let response;
  try {
    response = await fetch(new URL(path, address), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': type }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
  } catch (/** @type {any} */ error) {
    const reason = error.cause?.code ?? error.message;
    throw new Error(
      `No console answers on ${address} (${reason}). Start it with npm start, or set GATEHOUSE_URL or PORT to where it runs.`,
    );
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => null);
  throw new Error(problem?.error?.message ?? `${address}${path} answered ${response.status}.`);
}

/** @param {string} path @param {Options} [options] @returns {Promise<any>} */
export async function callJson(path, options) {
  return (await callConsole(path, options)).json();
}
