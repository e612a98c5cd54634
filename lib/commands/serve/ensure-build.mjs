// Whether a build was made from exactly these sources, and `next build` when it was not.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildViewer } from './build-viewer.mjs';
import { root } from './root.mjs';

const sources = [
  'app',
  'lib',
  'public',
  'prisma/schema.prisma',
  'instrumentation.ts',
  'proxy.ts',
  'next.config.js',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
];
const isIrrelevant = (/** @type {string} */ path) =>
  /\.test\.tsx?$|^lib\/(commands(?!$|\/serve$|\/serve\/build-viewer)|bench|store\/generated)(\/|$)/.test(path);

function hashOfSources() {
  const hash = createHash('sha256');
  const visit = (/** @type {string} */ path) => {
    if (isIrrelevant(path)) return;
    const entries = readEntries(path);
    if (entries) {
      for (const name of entries) visit(`${path}/${name}`);
    } else {
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update('\0');
    }
  };
  for (const path of sources) if (existsSync(join(root, path))) visit(path);
  return hash.digest('hex');
}

/** @param {string} path */
function readEntries(path) {
  try {
    return readdirSync(join(root, path)).sort();
  } catch (/** @type {any} */ error) {
    if (error.code === 'ENOTDIR') return null;
    throw error;
  }
}

/** @param {string} stampFile @param {string} hash */
function isCurrent(stampFile, hash) {
  try {
    return readFileSync(stampFile, 'utf8') === hash;
  } catch {
    return false;
  }
}

/**
 * Builds into distDir unless it is current. Aborting ends the whole process group of the build.
 * @param {string} distDir
 * @param {{ signal?: AbortSignal }} options
 */
export async function ensureBuild(distDir, { signal } = {}) {
  const stampFile = join(root, distDir, 'gatehouse-build');
  const hash = hashOfSources();
  if (isCurrent(stampFile, hash)) return;
  console.log('Building …');
  const started = Date.now();
  await build(distDir, signal);
  await buildViewer(distDir);
  writeFileSync(stampFile, hash);
  console.log(`Built in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** @param {string} distDir @param {AbortSignal} [signal] @returns {Promise<void>} */
function build(distDir, signal) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'node_modules/next/dist/bin/next'), 'build'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', GATEHOUSE_DIST: distDir },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    const stop = () => void (child.pid && process.kill(-child.pid, 'SIGTERM'));
    signal?.addEventListener('abort', stop, { once: true });
    child.on('error', reject);
    child.on('close', (code) => {
      signal?.removeEventListener('abort', stop);
      if (code === 0) resolve();
      else reject(new Error(`next build failed:\n${output.trim()}`));
    });
  });
}
