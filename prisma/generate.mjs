// Generates the Prisma client when it is missing or was made from another schema or another Prisma.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, 'lib/store/generated/.stamp');

function fingerprint() {
  const hash = createHash('sha256');
  hash.update(readFileSync(join(root, 'prisma/schema.prisma')));
  hash.update(readFileSync(join(root, 'node_modules/prisma/package.json')));
  return hash.digest('hex');
}

function isClientCurrent() {
  try {
    return readFileSync(stampFile, 'utf8') === fingerprint();
  } catch {
    return false;
  }
}

/** Returns whether there was anything to do. */
export function generateClient() {
  if (isClientCurrent()) return false;
  const wanted = fingerprint();
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/prisma/build/index.js'), 'generate'], {
      cwd: root,
      // Generating needs no engine, but the CLI would try to download one unless it is told of an executable.
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (/** @type {any} */ error) {
    throw new Error(`prisma generate failed:\n${error.stdout ?? ''}${error.stderr ?? error.message}`);
  }
  writeFileSync(stampFile, wanted);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(generateClient() ? 'Generated the Prisma client.' : 'The Prisma client is current.');
}
