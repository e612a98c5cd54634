// The wall of a console that an ordinary user runs: as strong as root's. Only root can become somebody else to try it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const nobody = 65_534;

/** In a process of its own: a command behind the wall, as an ordinary user's console starts it. */
const program = `
import { mkdirSync, writeFileSync } from 'node:fs';
import { bareHouse } from '${join(import.meta.dirname, '../../lib/testing/house.ts')}';
import { runCommand } from '${join(import.meta.dirname, '../../lib/clients/process/shell.ts')}';
import { wallOf } from '${join(import.meta.dirname, '../../lib/clients/process/wall/wall.ts')}';
// Only now: the sources may lie where nobody comes.
process.setgroups([]);
process.setgid(${nobody});
process.setuid(${nobody});
const data = process.env.GATEHOUSE_DATA;
const house = bareHouse({ GATEHOUSE_DATA: data, GATEHOUSE_SANDBOX: 'required' });
const wall = await wallOf(house);
const workspace = data + '/runs/w/one/workspace';
mkdirSync(workspace, { recursive: true });
const script = 'id -u; cat ' + data + '/owner-token; cat /proc/*/environ; ls -A /home/.. /run; cat /etc/shadow; unshare -U true && echo BROKEN; touch /usr/x && echo BROKEN; mount -o remount,rw /usr && echo BROKEN; grep Cap /proc/self/status; echo done > mine; ls';
const ran = await runCommand(house, { argv: ['sh', '-c', script] }, {
  workspace, artifactsDirectory: data + '/dropped', signal: new AbortController().signal, onOutput: () => {},
  outputFiles: { stdout: data + '/out', stderr: data + '/err' },
});
console.log(JSON.stringify({ wall: wall.isThere, why: wall.why, ...ran }));
process.exit(0);
`;

test.runIf(process.getuid?.() === 0)('from inside an ordinary user’s wall there is nothing', async () => {
  // The tests' own folder may be closed.
  const data = mkdtempSync('/tmp/gatehouse-ordinary-');
  writeFileSync(join(data, 'owner-token'), 'canary-0123456789', { mode: 0o600 });
  for (const path of [data, join(data, 'owner-token')]) chownSync(path, nobody, nobody);
  chmodSync(data, 0o700);
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', program], {
    env: {
      PATH: '/usr/bin:/bin',
      GATEHOUSE_DATA: data,
      SECRET: 'canary-in-the-environment',
      HOME: '/nonexistent',
    } as never,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  await once(child, 'close');
  rmSync(data, { recursive: true, force: true });
  const ran = JSON.parse(said);
  expect(ran).toMatchObject({ wall: true, exit_code: 0 });
  expect(ran.stdout).not.toMatch(/canary|BROKEN|shadow/);
  expect(ran.stdout).toMatch(new RegExp(`^${nobody}\\n`));
  expect(ran.stdout.match(/^Cap\w+:\s*0+$/gm)).toHaveLength(5);
  expect(ran.stdout).toContain('mine');
});
