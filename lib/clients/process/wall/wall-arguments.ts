// A room as the argument list of bubblewrap. Namespaces of its own, no rights, no way to make more namespaces; an empty root
// in which only what is listed exists. Parents come before what lies in them; at the end the root itself is closed.
import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isInside } from '../../files/files.ts';
import { homeInside, type Room } from './room.ts';
import type { ShownMachine } from './shown-machine.ts';

export type Inside = {
  machine: ShownMachine;
  /** The copy of /etc that is shown. */
  etc: string;
  /** Covered where a shown folder would bring it along. */
  hidden: string[];
  room: Room;
  cwd: string;
  env: Record<string, string>;
  /** What goes on without its parent is ended by its record. */
  isBackground: boolean;
};

const temporaryBytes = String(4 * 1024 ** 3);
const temporary = ['/tmp', '/var/tmp'].flatMap((path) => [
  '--size',
  temporaryBytes,
  '--perms',
  '1777',
  '--tmpfs',
  path,
]);

const own = [
  ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--disable-userns', '--cap-drop', 'ALL'],
];

type Place = { path: string; args: string[] };

function inOrder(places: Place[]): string[] {
  return places.sort((a, b) => (a.path < b.path ? -1 : 1)).flatMap(({ args }) => args);
}

export function wallArguments({ machine, etc, hidden, room, cwd, env, isBackground }: Inside): string[] {
  const read = (path: string): Place => ({ path, args: ['--ro-bind', path, path] });
  const write = (path: string): Place => ({ path, args: ['--bind', path, path] });
  const seen = [...[...machine.folders, ...room.readable].map((path) => ({ from: path, at: path })), ...room.outside];
  // By its real path: a folder may be shown by the name of a link.
  const covered = seen.flatMap(({ from, at }) => {
    const real = realpathSync(from);
    return hidden.filter((path) => isInside(real, path)).map((path) => join(at, relative(real, path)));
  });
  return [
    ...own,
    ...(isBackground ? [] : ['--die-with-parent']),
    ...(room.network === 'none' ? ['--unshare-net'] : []),
    ...machine.links.flatMap(({ path, target }) => ['--symlink', target, path]),
    ...['--ro-bind', etc, '/etc', '--ro-bind-try', '/etc/resolv.conf', '/etc/resolv.conf'],
    ...['--dev', '/dev', '--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys'],
    ...temporary,
    ...inOrder([
      ...machine.folders.map(read),
      ...[...new Set(covered)].map((path): Place => ({ path, args: ['--tmpfs', path] })),
      ...room.readable.map(read),
      { path: homeInside, args: room.home === null ? ['--tmpfs', homeInside] : ['--bind', room.home, homeInside] },
      ...room.outside.map(({ from, at, write }) => ({ path: at, args: [write ? '--bind' : '--ro-bind', from, at] })),
      ...room.writable.map(write),
    ]),
    ...['--remount-ro', '/', '--chdir', cwd],
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
  ];
}
