// The wall of a console that an ordinary user runs: as strong as root's. Only root can become somebody else to try it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { breakouts, broken } from '#lib/testing/clients/breakouts.ts';
import { wallTest } from '#lib/testing/clients/wall-test.ts';

const nobody = 65_534;
const secret = 'canary-0123456789';

/** In a process of its own: a command behind the wall, as an ordinary user's console starts it. */
const program = `
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { breakouts } from '${join(import.meta.dirname, '../../lib/testing/clients/breakouts.ts')}';
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
mkdirSync(data + '/runs/w/two/workspace', { recursive: true });
writeFileSync(data + '/runs/w/two/workspace/theirs.txt', '${secret}');
const attacked = { data, pid: process.pid, socket: data + '/some.sock' };
createServer((client) => client.end('${secret}')).listen(attacked.socket);
const inside = async (script) => {
  const { stdout, stderr } = await runCommand(house, { argv: ['bash', '-c', script] }, {
    workspace, artifactsDirectory: data + '/runs/w/one/dropped', signal: new AbortController().signal, onOutput: () => {},
    outputFiles: { stdout: data + '/out', stderr: data + '/err' },
  });
  return stdout + stderr;
};
const tried = [['working', await inside('id -u; echo done > mine; ls')]];
for (const [name, script] of breakouts) tried.push([name, await inside(script(attacked))]);
console.log(JSON.stringify({ wall: wall.isThere, why: wall.why, tried }));
process.exit(0);
`;

type Said = { wall: boolean; why?: string; tried: [name: string, said: string][] };

const rootTest = process.getuid?.() === 0 ? wallTest : test.skip;

rootTest('from inside an ordinary user’s wall there is nothing', async () => {
  // The tests' own folder may be closed.
  const data = mkdtempSync('/tmp/gatehouse-ordinary-');
  writeFileSync(join(data, 'owner-token'), secret, { mode: 0o600 });
  for (const path of [data, join(data, 'owner-token')]) chownSync(path, nobody, nobody);
  chmodSync(data, 0o700);
  // A folder that whoever starts the console has left open is open in no command.
  const left = openSync(data, 'r');
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', program], {
    env: {
      PATH: '/usr/bin:/bin',
      GATEHOUSE_DATA: data,
      SECRET: secret,
      HOME: '/nonexistent',
    } as never,
    stdio: ['ignore', 'pipe', 'inherit', ...Array<'ignore'>(57).fill('ignore'), left],
  });
  closeSync(left);
  const [said] = await Promise.all([text(child.stdout as Readable), once(child, 'close')]);
  rmSync(data, { recursive: true, force: true });
  const { wall, tried } = JSON.parse(said) as Said;
  expect(wall).toBe(true);
  expect(tried.shift()).toEqual(['working', `${nobody}\nmine\n`]);
  expect(tried.map(([name]) => name)).toEqual(breakouts.map(([name]) => name));
  const through = tried.filter(([, found]) => found.includes(broken) || found.includes(secret));
  expect(through).toEqual([]);
});
