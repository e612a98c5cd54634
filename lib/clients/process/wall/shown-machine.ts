// What every process sees of this machine, to read: programs, and the parts of /etc that programs need. A list of what is
// shown, never of what is hidden. Single files of /etc are copies, made when the console starts: one
// folder is shown sooner than thirty files. Whom the machine knows is not told: there is one user besides root and nobody.
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, isAbsolute, join, relative } from 'node:path';
import { isInside } from '../../files/files.ts';
import { homeInside, type Shown } from './room.ts';

const copied = [
  ...['hosts', 'host.conf', 'nsswitch.conf', 'gai.conf', 'services', 'protocols', 'networks', 'resolv.conf'],
  ...['localtime', 'timezone', 'locale.alias', 'locale.conf', 'mime.types', 'ld.so.cache', 'ssl/openssl.cnf'],
  ...['os-release', 'debian_version', 'inputrc', 'bash.bashrc', 'ca-certificates.conf'],
];
const wholeFolders = [
  'ssl/certs',
  'pki/tls/certs',
  'pki/ca-trust',
  'crypto-policies',
  'alternatives',
  'fonts',
  'chromium.d',
];

const isForAll = (path: string) => (statSync(path).mode & 0o004) !== 0;

/** Settings of git for everybody behind the wall: whose a folder is was decided by showing it. */
const gitSettings = '[safe]\n\tdirectory = *\n';

export type Owner = { uid: number; gid: number };

/** Returns the folders of /etc that are shown as they are. */
export function writeEtc(folder: string, { uid, gid }: Owner): string[] {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  for (const name of copied) {
    const source = join('/etc', name);
    if (!existsSync(source) || !isForAll(source)) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    copyFileSync(source, join(folder, name));
  }
  const users = [
    `root:x:0:0:root:${homeInside}:/bin/sh`,
    ...(uid === 0 ? [] : [`gatehouse:x:${uid}:${gid}::${homeInside}:/bin/sh`]),
    'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin',
  ];
  const groups = ['root:x:0:', ...(gid === 0 ? [] : [`gatehouse:x:${gid}:`]), 'nogroup:x:65534:'];
  writeFileSync(join(folder, 'passwd'), `${users.join('\n')}\n`, { mode: 0o644 });
  writeFileSync(join(folder, 'group'), `${groups.join('\n')}\n`, { mode: 0o644 });
  writeFileSync(join(folder, 'gitconfig'), gitSettings, { mode: 0o644 });
  const whole = wholeFolders.filter((name) => existsSync(join('/etc', name)));
  for (const name of whole) mkdirSync(join(folder, name), { recursive: true });
  return whole.map((name) => join('/etc', name));
}

/** What is shown below /etc besides needs a place in the copy, which nobody behind the wall can make. */
export function makePlaces(etc: string, outside: Shown[]): void {
  for (const { from, at } of outside.filter((one) => isInside('/etc', one.at))) {
    const place = join(etc, relative('/etc', at));
    if (existsSync(place)) continue;
    const isFolder = statSync(from).isDirectory();
    mkdirSync(isFolder ? place : dirname(place), { recursive: true });
    if (!isFolder) writeFileSync(place, '');
  }
}

/** Whether somebody who owns nothing comes to this place. */
export function isOpenToAll(path: string): boolean {
  for (let at = path; at !== '/'; at = dirname(at)) if ((statSync(at).mode & 0o001) === 0) return false;
  return true;
}

/** A program of a folder called "bin" is often a link to the "lib" beside it; one of "shims" calls what lies beside that. */
function folderAndLibrary(folder: string): string[] {
  if (/\/shims$/.test(folder)) return [dirname(folder)];
  return /\/s?bin$/.test(folder) ? [folder, join(dirname(folder), 'lib')] : [folder];
}

export type ShownMachine = { folders: string[]; links: { path: string; target: string }[] };

/** `isOther` when commands run as somebody else than the console: what only the console may read is not shown. */
export function shownMachine(path: string, more: string[], isOther: boolean): ShownMachine {
  const top = readdirSync('/').filter((name) => /^(s?bin|lib(32|64|x32)?)$/.test(name));
  const isLink = (name: string) => lstatSync(join('/', name)).isSymbolicLink();
  const links = top.filter(isLink).map((name) => ({ path: join('/', name), target: realpathSync(join('/', name)) }));
  const onPath = path
    .split(delimiter)
    .filter((part) => isAbsolute(part) && part !== '/')
    .flatMap(folderAndLibrary);
  const wanted = ['/usr', ...top.filter((name) => !isLink(name)).map((name) => join('/', name)), ...onPath, ...more];
  const usable = wanted
    .map((folder) => folder.replace(/\/+$/, ''))
    .filter((folder) => existsSync(folder) && (!isOther || isOpenToAll(folder)));
  const isBelowLink = (folder: string) => links.some((link) => isInside(link.path, folder));
  const own = [...new Set(usable)].filter((folder) => !isBelowLink(folder));
  const folders = own.filter((folder) => !own.some((other) => other !== folder && isInside(other, folder)));
  return { folders: folders.sort(), links };
}
