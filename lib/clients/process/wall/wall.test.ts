// From inside: nothing. As the user that runs these tests and, where that is root, from a console of an ordinary user too
// (e2e/headless/ordinary-user.test.ts). Where no wall can stand this says so loudly instead of passing.
import { chmodSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bareHouse, house } from '../../../testing/house.ts';
import { runCommand } from '../shell.ts';
import { isLedAway, outsideThings } from './outside-room.ts';
import { emptyRoom } from './room.ts';
import { wallOf } from './wall.ts';

const secret = 'canary-of-the-console-0123456789';
let run: string;
let workspace: string;
let socket: Server;
let place: string;

beforeAll(async () => {
  const wall = await wallOf(house);
  if (!wall.isThere) throw new Error(`NO WALL CAN STAND HERE, so nothing about it was tested: ${wall.why}`);
  const data = house.env.dataDirectory;
  run = join(data, 'runs', 'w', 'one');
  workspace = join(run, 'workspace');
  mkdirSync(workspace, { recursive: true });
  mkdirSync(join(data, 'runs', 'w', 'two', 'workspace'), { recursive: true });
  writeFileSync(join(data, 'runs', 'w', 'two', 'workspace', 'theirs.txt'), secret);
  writeFileSync(join(data, 'owner-token'), secret, { mode: 0o600 });
  place = mkdtempSync(join(tmpdir(), 'gatehouse-socket-'));
  writeFileSync(join(place, 'some.txt'), secret);
  socket = createServer((client) => client.end(secret));
  await new Promise<void>((done) => socket.listen(join(place, 'some.sock'), done));
});
afterAll(() => {
  socket.close();
  rmSync(place, { recursive: true, force: true });
});

const inside = (script: string, more: object = {}, env: Record<string, string> = {}, at = house) =>
  runCommand(
    at,
    { argv: ['bash', '-c', script], env },
    {
      workspace,
      artifactsDirectory: join(run, 'dropped'),
      signal: new AbortController().signal,
      onOutput: () => {},
      outputFiles: { stdout: join(run, 'stdout.log'), stderr: join(run, 'stderr.log') },
      ...more,
    },
  );

test('a process sees no process but its own', async () => {
  const { stdout } = await inside('ls /proc | grep -E "^[0-9]+$" | sort -n; cat /proc/*/environ | tr "\\0" "\\n"');
  const pids = stdout.split('\n').filter((line) => /^\d+$/.test(line));
  expect(pids.length).toBeLessThan(8);
  expect(stdout).not.toContain(secret);
  expect(stdout).not.toMatch(/OPENAI|GATEHOUSE_TOKEN|VITEST/);
});

test.each([
  [
    'the data directory',
    () =>
      `ls -A ${house.env.dataDirectory}/.. ${house.env.dataDirectory} | grep -v runs; cat ${house.env.dataDirectory}/owner-token`,
  ],
  ['the workspace of another run', () => `ls ${join(run, '../two')}; cat ${join(run, '../two/workspace/theirs.txt')}`],
  ['it by ..', () => 'cat ../../two/workspace/theirs.txt ../../../../owner-token'],
  ['it by a link', () => `ln -sf ${house.env.dataDirectory}/owner-token l; cat l`],
  ['it by a hard link', () => `ln ${house.env.dataDirectory}/owner-token h; cat h`],
  [
    'it by the root of a process',
    () =>
      `cat /proc/1/root${house.env.dataDirectory}/owner-token /proc/self/root/../${house.env.dataDirectory}/owner-token`,
  ],
  [
    'it by a child in the background',
    () => `(setsid sh -c 'sleep 0.1; cat ${house.env.dataDirectory}/owner-token' &) ; sleep 0.3`,
  ],
  [
    'a socket of the machine',
    () =>
      `node -e "require('net').connect('${place}/some.sock').on('data', d => console.log(String(d))).on('error', e => console.log(e.code))"`,
  ],
])('%s is not there', async (_, script) => {
  const { stdout, stderr } = await inside(script());
  expect(stdout + stderr).not.toContain(secret);
});

test('naming certificates shows nothing of this machine', async () => {
  const token = join(house.env.dataDirectory, 'owner-token');
  const room = { ...emptyRoom, keepsUser: true };
  const file = await inside(`cat ${token}`, { room }, { SSL_CERT_FILE: token, GIT_SSL_CAINFO: token });
  expect(file.stdout).toBe('');
  const folder = await inside(`cat ${place}/some.txt`, { room }, { SSL_CERT_DIR: place });
  expect(folder.stdout).toBe('');
});

test('what was allowed brings nothing of the console along', async () => {
  const data = house.env.dataDirectory;
  const show = (from: string) => ({ ...emptyRoom, keepsUser: true, outside: [{ from, at: from, write: false }] });
  const above = await inside(`ls -A ${join(data, '..')}; cat ${data}/owner-token`, { room: show(join(data, '..')) });
  expect(above.stdout).toContain(basename(data));
  expect(above.stdout).not.toContain(secret);
  const token = inside('true', { room: show(join(data, 'owner-token')) });
  await expect(token).rejects.toMatchObject({ code: 'not_visible' });
});

test('a folder that is shown by the name of a link brings nothing of the console along', async () => {
  const above = mkdtempSync(join(tmpdir(), 'gatehouse-above-'));
  chmodSync(above, 0o755);
  const [real, link] = [join(above, 'real'), join(above, 'link')];
  const [own, other] = [join(real, 'data/runs/w/one'), join(real, 'data/runs/w/two')];
  for (const folder of [own, other]) mkdirSync(folder, { recursive: true });
  symlinkSync(real, link);
  writeFileSync(join(other, 'theirs.txt'), secret);
  const linked = bareHouse({ GATEHOUSE_DATA: join(real, 'data'), GATEHOUSE_FOLDERS: link });
  const places = { workspace: own, artifactsDirectory: join(own, 'dropped') };
  const { stdout } = await inside(`ls ${link}; cat ${link}/data/runs/w/two/theirs.txt`, places, {}, linked);
  expect(stdout).toBe('data\n');
  rmSync(above, { recursive: true });
});

test('who was allowed a socket gets no folder, and no variable that names none', () => {
  vi.stubEnv('SOME_WORD', secret);
  vi.stubEnv('SOME_SOCKET', join(place, 'some.sock'));
  const sockets = [place, '$SOME_WORD', '$SOME_SOCKET'];
  const { shown, env } = outsideThings({ read: [], write: [], env: [], sockets });
  vi.unstubAllEnvs();
  expect(shown.map(({ from }) => from)).toEqual([join(place, 'some.sock')]);
  expect(env).toEqual({ SOME_SOCKET: join(place, 'some.sock') });
});

test('what was allowed in a folder that commands change is not shown once it leads out of it', async () => {
  const folder = mkdtempSync(join(place, 'changed-'));
  const link = { from: join(folder, 'link'), at: join(folder, 'link'), write: false };
  symlinkSync(join(place, 'some.sock'), link.from);
  const room = { ...emptyRoom, outside: [{ from: folder, at: folder, write: true }, link] };
  expect(isLedAway(room, link)).toBe(true);
  await expect(inside('true', { room })).rejects.toMatchObject({ code: 'not_visible' });
});

test('where a wall is required and none stands, nothing is let out either', async () => {
  const open = bareHouse({ GATEHOUSE_DATA: house.env.dataDirectory, GATEHOUSE_SANDBOX: 'required' });
  open.wall.tried = Promise.resolve({ isThere: false, why: 'for this test' });
  const started = inside('true', { room: { ...emptyRoom, isOut: true } }, {}, open);
  await expect(started).rejects.toMatchObject({ code: 'no_wall' });
});

test('the list of what is at the top has nothing of this machine but what is shown', async () => {
  const { stdout } = await inside('ls -A /; ls -A /run /home /root /var /sys 2>/dev/null; cat /etc/shadow; ls /etc');
  const names = stdout.split('\n');
  for (const hidden of ['run', 'srv', 'boot', 'sys', 'shadow', 'sudoers', 'ssh']) expect(names).not.toContain(hidden);
});

test.each([
  ['a mount is made writable', 'mount -o remount,rw /usr'],
  ['something is mounted', 'mount -t tmpfs none /mnt'],
  ['a device is made', 'mknod disk b 8 0'],
  ['a setting of the kernel is changed', 'echo x > /proc/sys/kernel/hostname'],
  ['the machine is asked to do something', 'echo b > /proc/sysrq-trigger'],
  ['more namespaces are made', 'unshare -U true'],
  ['another user is become', 'setpriv --reuid 1 true || setpriv --reuid 65534 true'],
  ['what is shown is changed', 'touch /usr/x || touch /etc/x || touch /x || echo x >> /etc/passwd'],
  ['another process is traced', 'gdb -p 1 -batch 2>&1 | grep -q "Attaching" || kill -0 2000'],
])('in vain %s', async (_, script) => {
  const { exit_code } = await inside(script);
  expect(exit_code).not.toBe(0);
});

test('it has no rights, and as root it is somebody else', async () => {
  const { stdout } = await inside('grep -E "^(CapEff|CapBnd|CapPrm|NoNewPrivs):" /proc/self/status; id -u; touch mine');
  expect(stdout.match(/^Cap\w+:\s*0+$/gm)).toHaveLength(3);
  expect(stdout).toMatch(/NoNewPrivs:\s*1/);
  const wall = await wallOf(house);
  const uid = (wall.isThere && wall.user?.uid) || process.getuid?.();
  expect(stdout.trim().split('\n').at(-1)).toBe(String(uid));
});

test('a link out of the workspace that was there before leads nowhere', async () => {
  symlinkSync(join(house.env.dataDirectory, 'owner-token'), join(workspace, 'leading-out'));
  writeFileSync(join(house.env.dataDirectory, 'hard'), 'mine');
  linkSync(join(house.env.dataDirectory, 'hard'), join(workspace, 'given'));
  const { stdout, stderr } = await inside('cat leading-out');
  expect(stdout + stderr).not.toContain(secret);
});

test('without a network it reaches nobody, and itself', async () => {
  const web = createServer((client) => client.end('told'));
  await new Promise<void>((done) => web.listen(0, '127.0.0.1', done));
  const { port } = web.address() as { port: number };
  const script = `exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3`;
  expect((await inside(script)).stdout).toBe('told');
  const alone = await inside(script, { room: { ...emptyRoom, network: 'none' } });
  expect(alone.exit_code).not.toBe(0);
  web.close();
});

test('a trap ends it in order, and its exit code arrives', async () => {
  const stop = new AbortController();
  const onOutput = () => stop.abort();
  const script = "trap 'echo tidied; exit 7' TERM; echo up; while :; do sleep 0.05; done";
  const ended = await inside(script, { signal: stop.signal, onOutput });
  expect(ended).toMatchObject({ exit_code: 7, stdout: 'up\ntidied\n' });
});

test('a room is left as it was: what a process writes is only in its own folders', async () => {
  await inside('echo mine > here; echo lost > /tmp/there; echo kept > "$GATEHOUSE_ARTIFACTS/a"');
  expect(readFileSync(join(workspace, 'here'), 'utf8')).toBe('mine\n');
  expect((await inside('cat /tmp/there')).exit_code).not.toBe(0);
});

test('200 at once all run, each in a room of its own', async () => {
  const all = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const outputFiles = { stdout: join(run, `${index}.out`), stderr: join(run, `${index}.err`) };
      return inside(`echo ${index} > /tmp/mine; cat /tmp/mine`, { outputFiles });
    }),
  );
  expect(all.map(({ stdout }) => Number(stdout))).toEqual(all.map((_, index) => index));
});
