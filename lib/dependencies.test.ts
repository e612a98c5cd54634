// What the lock file may hold: versions with their security fixes, and no address of where a package came from.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
type Entry = {
  version?: string;
  integrity?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
};
const packages: Record<string, Entry> = JSON.parse(text).packages;

const numbers = (version: string) => version.split(/[.-]/).slice(0, 3).map(Number);

function isAtLeast(version: string, floor: string): boolean {
  const [a, b] = [numbers(version), numbers(floor)];
  const different = a.findIndex((part, index) => part !== b[index]);
  return different < 0 || (a[different] ?? 0) > (b[different] ?? 0);
}

test.each([
  ['next', '16.4.6'],
  ['react', '19.3.1'],
  ['react-dom', '19.3.1'],
  ['sharp', '0.35.5'],
  ['@modelcontextprotocol/sdk', '1.24.0'],
])('every %s in the lock file is at least %s', (name, floor) => {
  const versions = Object.entries(packages).flatMap(([path, { version }]) =>
    path.endsWith(`node_modules/${name}`) && version ? [version] : [],
  );
  // sharp may be absent: the image optimiser is off.
  if (name !== 'sharp') expect(versions).not.toEqual([]);
  expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([]);
});

test('the lock file names no host', () => {
  expect(text).not.toContain('"resolved"');
  expect(text).not.toMatch(/https?:\/\/registry/);
});

/** Binaries of systems whose packages could not be seen where the lock file was made. */
function isOfAnotherSystem({ optional, os, cpu, libc }: Entry): boolean {
  const isLinux = (os ?? ['linux']).includes('linux') && (cpu ?? ['x64']).includes('x64');
  return optional === true && !(isLinux && (libc ?? ['glibc']).includes('glibc'));
}

test('F15 all that Linux on x64 installs is checked against a hash', () => {
  const unchecked = Object.entries(packages).filter(([path, entry]) => path !== '' && !entry.integrity);
  expect(unchecked.filter(([, entry]) => !isOfAnotherSystem(entry)).map(([path]) => path)).toEqual([]);
  expect(Object.keys(packages).length).toBeGreaterThan(unchecked.length * 5);
});
