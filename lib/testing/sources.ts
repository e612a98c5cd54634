// The files of lib and app as text with their imports, for tests that hold rules about all of them.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const root = join(import.meta.dirname, '../..');

export type Import = { from: string; to: string; isType: boolean };
export type Source = { file: string; text: string; imports: Import[] };

const statement = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;

/** Files by their path from the root, packages by their name, built-ins with `node:`. */
function targetOf(file: string, written: string): string {
  if (written.startsWith('.')) return normalize(join(dirname(file), written));
  if (written.startsWith('#')) return written.slice(1);
  if (written.startsWith('node:')) return written.split('/')[0] as string;
  return written.split('/', written.startsWith('@') ? 2 : 1).join('/');
}

const sources: Source[] = globSync('{lib,app}/**/*.{ts,tsx,mjs}', { cwd: root })
  .filter((file) => !file.includes('/generated/'))
  .map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const imports = [...text.matchAll(statement)].map(([, type, from, dynamic]) => ({
      from: file,
      to: targetOf(file, (from ?? dynamic) as string),
      isType: type !== undefined,
    }));
    return { file, text, imports };
  });

/** What the framework and the command line load by its place: nobody imports it, but for its test. */
const isEntry = (file: string) => /^app\/.*\/(page|layout|route|error|not-found|loading)\.tsx?$|\.mjs$/.test(file);

/** Tests, what is loaded before each of them, and what only these import. */
function testFiles(): Set<string> {
  const found = new Set(
    sources.flatMap(({ file }) => (/\.test\.tsx?$|^lib\/testing\/fresh-house\.ts$/.test(file) ? [file] : [])),
  );
  const importers = new Map<string, string[]>();
  for (const { from, to } of sources.flatMap(({ imports }) => imports)) {
    importers.set(to, [...(importers.get(to) ?? []), from]);
  }
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const [file, by] of importers) if (!isEntry(file) && by.every((one) => found.has(one))) found.add(file);
  }
  return found;
}

const tests = testFiles();
/** Everything else. */
export const shipped = sources.filter(({ file }) => !tests.has(file));
