// The end of the console: accept nothing new, end the streams and the engine's children, close what is left. It is over
// within 5 s in every case: what has not ended by then is recovered at the next start, as after a crash.
import { currentHooks } from './current-hooks.mjs';
import { onStopRequest } from './stop-request.mjs';

const hardLimit = 4_000;

/**
 * Returns a signal that is aborted when the console is asked to stop.
 * @param {import('node:http').Server} server
 */
export function stopConsoleOnRequest(server) {
  const controller = new AbortController();
  onStopRequest(async () => {
    console.log('Stopping …');
    setTimeout(() => process.exit(1), hardLimit);
    controller.abort();
    server.close();
    server.closeIdleConnections();
    let code = 0;
    try {
      await currentHooks().shutdown?.();
    } catch (error) {
      console.error('Stopping was not clean:', error);
      code = 1;
    }
    server.closeAllConnections();
    process.exit(code);
  });
  return controller.signal;
}
