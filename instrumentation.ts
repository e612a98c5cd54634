// Next calls register once, at start; the edge runtime has no engine. Next does not wait for it before it answers, and
// serves on without an engine when it fails: lib/commands/serve/serve.mjs waits on this promise and ends the process.
type Booting = { resolve: () => void; reject: (error: unknown) => void };

export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const booting = (globalThis as { __gatehouseBooting?: Booting }).__gatehouseBooting;
  try {
    const { boot } = await import('#lib/console/boot.ts');
    await boot();
    booting?.resolve();
  } catch (error) {
    if (!booting) throw error;
    booting.reject(error);
  }
}
