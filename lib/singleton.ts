// One value per process. Next compiles instrumentation and route handlers as separate bundles, so a module-level
// variable exists more than once; whatever must exist once (database, queue, notifier) lives on globalThis through here.
const holder = globalThis as unknown as { __gatehouseSingletons?: Map<string, unknown> };

export function singleton<T>(name: string, create: () => T): T {
  holder.__gatehouseSingletons ??= new Map();
  const values = holder.__gatehouseSingletons;
  if (!values.has(name)) values.set(name, create());
  return values.get(name) as T;
}

export function forgetSingleton(name: string): void {
  holder.__gatehouseSingletons?.delete(name);
}
