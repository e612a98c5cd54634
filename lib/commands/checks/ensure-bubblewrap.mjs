// Bubblewrap for the tests of the wall: an installed one, else Debian's package when we may install it. Without it those tests
// fail and say that nothing about the wall was tested.
import { spawnSync } from 'node:child_process';

export function ensureBubblewrap() {
  const isThere = () => spawnSync('bwrap', ['--version'], { stdio: 'ignore' }).status === 0;
  if (process.platform !== 'linux' || isThere()) return;
  const isRootOnDebian = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (isRootOnDebian) {
    console.log('Installing bubblewrap');
    /** @type {import('node:child_process').SpawnSyncOptions} */
    const quietly = { stdio: ['ignore', 'ignore', 'inherit'] };
    spawnSync('apt-get', ['update', '-qq'], quietly);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'bubblewrap'], quietly);
  }
  if (!isThere())
    console.error('NO BUBBLEWRAP: nothing about the wall can be tested. Run: sudo apt-get install bubblewrap');
}
