// Memory and number of processes, counted by the kernel for a process and all that it starts: a group of its own in either
// kind of cgroup, where the console may make one. Tried when the console starts; where it cannot be done that is said.

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Env } from '../../../env.ts';

type Limits = Pick<Env['commandLimits'], 'memory' | 'processes'>;
type Counted = 'memory' | 'processes';

/** A folder of ours in a hierarchy, with the files that set a limit. */
type Hierarchy = { parent: string; sets: Record<string, Counted> };

/** Where the number of a process is written for it to be counted. Nothing but data: a launcher of another process has it too. */
export type Cgroup = { entrances: string[] };
export type Cgroups = { make(limits: Limits): Cgroup };

const older: Record<string, Omit<Hierarchy, 'parent'>> = {
  memory: { sets: { 'memory.limit_in_bytes': 'memory' } },
  pids: { sets: { 'pids.max': 'processes' } },
};
const unified: Omit<Hierarchy, 'parent'> = { sets: { 'memory.max': 'memory', 'pids.max': 'processes' } };

/** The files of either kind that tell that a limit was reached. */
const tells: { file: string; limit: Counted; line: RegExp }[] = [
  { file: 'memory.oom_control', limit: 'memory', line: /^oom_kill [1-9]/m },
  { file: 'memory.events', limit: 'memory', line: /^oom_kill [1-9]/m },
  { file: 'pids.events', limit: 'processes', line: /^max [1-9]/m },
];

const longestEntering = 60_000;

type Mount = { place: string; type: string; options: string };

function mounts(): Mount[] {
  return readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, place = '', type = '', options = ''] = /^\S+ \S+ \S+ \S+ (\S+) .* - (\S+) \S+ (\S+)$/.exec(line) ?? [];
      return type.startsWith('cgroup') ? [{ place, type, options }] : [];
    });
}

/** Where this console stands in a hierarchy; '' is the one of the newer kind. */
function ownPlace(controller: string): string {
  const lines = readFileSync('/proc/self/cgroup', 'utf8').split('\n');
  const own = lines.find((line) => line.split(':')[1]?.split(',').includes(controller));
  return own?.split(':').slice(2).join(':') ?? '/';
}

/** Below the console's own place, so that what limits the console limits them too; else at the top. */
function ourFolder(place: string, own: string, enable: (parent: string) => void): string | null {
  for (const above of [join(place, own), place]) {
    try {
      enable(above);
      const folder = join(above, 'gatehouse');
      mkdirSync(folder, { recursive: true });
      enable(folder);
      return folder;
    } catch {
      // Not here.
    }
  }
  return null;
}

function hierarchies(): Hierarchy[] {
  const known = mounts();
  const newer = known.find(
    ({ type, place }) => type === 'cgroup2' && /memory/.test(readFileSync(join(place, 'cgroup.controllers'), 'utf8')),
  );
  if (newer) {
    const enable = (folder: string) => writeFileSync(join(folder, 'cgroup.subtree_control'), '+memory +pids');
    const parent = ourFolder(newer.place, ownPlace(''), enable);
    return parent === null ? [] : [{ parent, ...unified }];
  }
  return Object.entries(older).flatMap(([controller, files]) => {
    const mount = known.find(({ type, options }) => type === 'cgroup' && options.split(',').includes(controller));
    const parent = mount ? ourFolder(mount.place, ownPlace(controller), () => {}) : null;
    return parent === null ? [] : [{ parent, ...files }];
  });
}

function remove(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody is in it, or it is gone.
  }
}

function make(all: Hierarchy[], limits: Limits): Cgroup {
  const name = `${Date.now()}-${randomUUID()}`;
  const groups = all.map((hierarchy) => ({ ...hierarchy, folder: join(hierarchy.parent, name) }));
  for (const { folder, sets } of groups) {
    mkdirSync(folder);
    for (const [file, limit] of Object.entries(sets)) writeFileSync(join(folder, file), String(limits[limit]));
  }
  return { entrances: groups.map(({ folder }) => join(folder, 'cgroup.procs')) };
}

/** Which limit was reached; asked before the end. */
export function reachedIn(cgroup: Cgroup | null): Counted | null {
  for (const folder of (cgroup?.entrances ?? []).map(dirname)) {
    const found = tells.find(({ file, line }) => {
      const path = join(folder, file);
      return existsSync(path) && line.test(readFileSync(path, 'utf8'));
    });
    if (found) return found.limit;
  }
  return null;
}

export function endCgroup(cgroup: Cgroup | null): void {
  for (const entrance of cgroup?.entrances ?? []) remove(dirname(entrance));
}

/**
 * By the console, while the process waits for its arguments: in the newer kind the process itself, as another user, could not
 * leave the group that it was started in.
 */
export async function enterCgroup(cgroup: Cgroup | null, pid: number): Promise<void> {
  const entering = (cgroup?.entrances ?? []).map((entrance) => writeFile(entrance, String(pid)));
  await Promise.allSettled(entering);
}

/** Null where the kernel or the console's rights allow none. */
export function findCgroups(): Cgroups | null {
  try {
    const all = hierarchies();
    const counted = new Set(all.flatMap(({ sets }) => Object.values(sets)));
    if (counted.size < 2) return null;
    // What a console that was killed, or a command in the background, has left. A new one may not be entered yet.
    for (const { parent } of all) {
      const names = readdirSync(parent, { withFileTypes: true }).filter((entry) => entry.isDirectory());
      const isOld = (name: string) => Number.parseInt(name, 10) < Date.now() - longestEntering;
      for (const { name } of names) if (isOld(name)) remove(join(parent, name));
    }
    endCgroup(make(all, { memory: 2 ** 30, processes: 100 }));
    return { make: (limits) => make(all, limits) };
  } catch {
    return null;
  }
}
