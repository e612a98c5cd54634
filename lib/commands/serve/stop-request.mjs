// When a command is asked to stop: a signal, or the end of the shell that npm put between itself and us. npm passes
// SIGTERM to that shell only, which dies of it and tells nobody.
const watchInterval = 200;

/** @param {(signal: NodeJS.Signals) => void} stop */
export function onStopRequest(stop) {
  let isAsked = false;
  const ask = (/** @type {NodeJS.Signals} */ signal) => {
    if (isAsked) return;
    isAsked = true;
    stop(signal);
  };
  // A handler for SIGHUP would undo `nohup`, which also takes the terminal from stdin.
  const signals = process.stdin.isTTY ? ['SIGINT', 'SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM'];
  for (const signal of signals) process.on(signal, ask);
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && ask('SIGTERM'), watchInterval).unref();
}
