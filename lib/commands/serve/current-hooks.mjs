/**
 * @typedef {object} Hooks
 * @property {(at: { address: string }) => Promise<{ signInUrl: string }>} onReady
 * @property {() => Promise<void>} shutdown
 * @property {(headers: Headers) => Promise<boolean>} isSignedIn
 * @property {(request: string) => number | undefined} actionStatus
 * @property {(request: string) => void} forgetAction
 */

/**
 * What the running console does for this process: set by Next's instrumentation hook, which is another bundle.
 * @returns {Partial<Hooks>}
 */
export function currentHooks() {
  return Reflect.get(globalThis, '__gatehouse') ?? {};
}
