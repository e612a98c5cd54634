/**
 * What the running console does for this process: set by Next's instrumentation hook, which is another bundle.
 * @returns {{ onReady?: (at: { address: string }) => Promise<{ signInUrl: string }>, shutdown?: () => Promise<void> }}
 */
export function currentHooks() {
  return Reflect.get(globalThis, '__gatehouse') ?? {};
}
