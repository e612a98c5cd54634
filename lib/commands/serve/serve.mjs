// The long-lived process (Node 24): lock, database, build, engine (Next's instrumentation hook), HTTP. It listens before
// it builds, so that a taken port is told at once; requests that come early wait until the console is ready.
import './taken-environment.mjs';
import { generateClient } from '../../../prisma/generate.mjs';
import { databaseFileOf, migrate } from '../../../prisma/migrate.mjs';
import { readEnv } from '../../env.ts';
import { addressHeader, requestHeader } from '../../html/security-headers.ts';
import { isHandlerPath } from '../../paths.ts';
import { checkDatabase } from './check-database.mjs';
import { addressReader } from './client-address.mjs';
import { currentHooks } from './current-hooks.mjs';
import { lockDataDirectory } from './data-lock.mjs';
import { lockDatabase } from './database-lock.mjs';
import { ensureBuild } from './ensure-build.mjs';
import { guardBody, pathOf } from './guard-body.mjs';
import { isReadable, judgeAction } from './guard-request.mjs';
import { listen } from './listen.mjs';
import { refuse } from './refuse.mjs';
import { root } from './root.mjs';
import { sealResponse } from './seal-response.mjs';
import { cutOffStalledStream } from './stalled-stream.mjs';
import { checkWorkflowsDirectory, explainDatabase, prepareDataDirectory } from './start-error.mjs';
import { stopConsoleOnRequest } from './stop-console.mjs';

const isDev = process.argv.includes('--dev');
Object.assign(process.env, { NODE_ENV: isDev ? 'development' : 'production', NEXT_TELEMETRY_DISABLED: '1' });
// Next's own handlers wait for open event streams; ours end them.
process.env.NEXT_MANUAL_SIG_HANDLE = 'true';
if (isDev) process.env.GATEHOUSE_DIST ||= '.next-dev';

async function serve() {
  process.chdir(root);
  const env = readEnv();
  prepareDataDirectory(env.dataDirectory);
  checkWorkflowsDirectory(env.workflowsDirectory);
  const lock = lockDataDirectory(env.dataDirectory);
  process.on('exit', () => lock.release());
  const databaseFile = databaseFileOf(env.databaseUrl);
  process.on('exit', lockDatabase(databaseFile, env.dataDirectory));

  const ready = Promise.withResolvers();
  const addressOf = addressReader(env.proxies);
  const server = await listen(env, async (request, response) => {
    request.headers[addressHeader] = addressOf(request);
    delete request.headers[requestHeader];
    sealResponse(response, env.publicUrl);
    cutOffStalledStream(response);
    if (request.method === 'TRACE') return response.writeHead(405).end();
    if (!isReadable(request)) return refuse(request, response, 400);
    const isSignedIn = async () => (await currentHooks().isSignedIn?.(headersOf(request))) ?? false;
    if (!(await guardBody(request, response, { isSignedIn, mostToStart: env.limits.body }))) return;
    if (request.method === 'POST' && !isHandlerPath(pathOf(request))) judgeAction(request, response);
    return (await ready.promise)(request, response);
  });
  const signal = stopConsoleOnRequest(server);
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  // With PORT=0 the system chose: links and host checks need the real one.
  process.env.PORT = String(port);
  lock.tell(port);

  const applied = await unlessDamaged(databaseFile, async () => {
    await checkDatabase(databaseFile, env.dataDirectory);
    return migrate(databaseFile);
  });
  if (applied.length > 0) console.log(`Prepared the database (${applied.length} migrations).`);
  if (generateClient()) console.log('Generated the database client.');
  if (!isDev) await ensureBuild(process.env.GATEHOUSE_DIST || '.next', { signal });

  const { default: next } = await import('next');
  const app = next({ dev: isDev, dir: root, hostname: env.host, port, httpServer: server });
  // Settled by instrumentation.ts, maybe before it is awaited here.
  const booting = Promise.withResolvers();
  booting.promise.catch(() => {});
  Object.assign(globalThis, { __gatehouseBooting: booting });
  await app.prepare();
  await unlessDamaged(databaseFile, () => booting.promise);
  ready.resolve(app.getRequestHandler());
  await announce(env.host, port);
}

/** @param {import('node:http').IncomingMessage} request */
function headersOf({ headers }) {
  return new Headers(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/**
 * @template Result
 * @param {string} file
 * @param {() => Result | Promise<Result>} use
 */
async function unlessDamaged(file, use) {
  try {
    return await use();
  } catch (/** @type {any} */ error) {
    throw explainDatabase(error, file);
  }
}

/** @param {string} host @param {number} port */
async function announce(host, port) {
  const name = host.includes(':') ? `[${host}]` : host;
  const isLocal = ['127.0.0.1', '0.0.0.0', '[::]', '[::1]'].includes(name);
  const address = `http://${isLocal ? 'localhost' : name}:${port}`;
  const greeting = await currentHooks().onReady?.({ address });
  console.log(`\nGatehouse is ready on ${address}`);
  if (greeting?.signInUrl) console.log(`Sign in (works once): ${greeting.signInUrl}`);
}

try {
  await serve();
} catch (/** @type {any} */ error) {
  // An aborted build is not a failure: the stop is under way.
  if (error.name !== 'AbortError') console.error(error.message);
  process.exit(1);
}
