// For tests: the headless engine as one file. Hundreds of engines are started and killed; looking for a thousand modules
// would be half of each start.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const entry = fileURLToPath(new URL('./engine.ts', import.meta.url));
const nativeModule = createRequire(import.meta.url).resolve('better-sqlite3');

/** Modules find their files beside the sources, as they do without a bundle. */
function withItsOwnAddress(code: string, file: string): string {
  return code
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(file)));
}

export async function bundleEngine(directory: string): Promise<string> {
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    logLevel: 'silent',
    plugins: [
      {
        name: 'gatehouse-engine',
        resolveId: (id) => (id === 'better-sqlite3' ? { id: pathToFileURL(nativeModule).href, external: true } : null),
        transform: (code, file) => (code.includes('import.meta.') ? withItsOwnAddress(code, file) : null),
      },
    ],
  });
  await bundle.write({ dir: directory, format: 'esm', entryFileNames: 'engine.mjs', chunkFileNames: '[name].mjs' });
  await bundle.close();
  return join(directory, 'engine.mjs');
}
