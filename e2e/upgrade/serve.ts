// The console without its pages: migrations, the engine, and the route handlers of app/ at their own addresses. Started
// like the real one, by the hook in instrumentation.ts, so that it needs no build and names nothing inside of lib/.
import { join } from 'node:path';
import { register } from '../../instrumentation.ts';
import { migrate } from '../../prisma/migrate.mjs';
import { serveRoutes } from '../fixtures/route-server.ts';

const { port } = await serveRoutes();
// What it starts in the background reports to this address.
process.env.PORT = String(port);
process.env.NEXT_RUNTIME = 'nodejs';
migrate(join(process.env.GATEHOUSE_DATA as string, 'gatehouse.db'));
await register();
// Whoever asks for it is gone, or wants it to end.
process.stdin.resume().once('end', async () => {
  await (globalThis as { __gatehouse?: { shutdown(): Promise<void> } }).__gatehouse?.shutdown();
  process.exit(0);
});
console.log(`ready on ${port}`);
