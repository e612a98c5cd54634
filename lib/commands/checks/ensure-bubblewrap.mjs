// Bubblewrap for the tests of the wall: an installed one, else Debian's package when we may install it. Where it does not work
// those tests do not run, and that is said.
import { spawnSync } from 'node:child_process';

const isThere = () => spawnSync('bwrap', ['--version'], { stdio: 'ignore' }).status === 0;

/** What cannot be tested here, in words; null when all can. */
export function ensureBubblewrap() {
  if (process.platform !== 'linux') return `nothing about the wall: there is none for ${process.platform}`;
  if (!isThere()) install();
  if (!isThere()) return 'nothing about the wall: run sudo apt-get install bubblewrap';
  const room = ['--unshare-user', '--unshare-pid', '--disable-userns', '--ro-bind', '/', '/', '--proc', '/proc'];
  const { status, stderr } = spawnSync('bwrap', [...room, 'true'], { encoding: 'utf8' });
  return status === 0 ? null : `nothing about the wall: bubblewrap does not work here. ${stderr.trim()}`;
}

function install() {
  const isRootOnDebian = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (isRootOnDebian) {
    console.log('Installing bubblewrap');
    /** @type {import('node:child_process').SpawnSyncOptions} */
    const quietly = { stdio: ['ignore', 'ignore', 'inherit'] };
    spawnSync('apt-get', ['update', '-qq'], quietly);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'bubblewrap'], quietly);
  }
}
