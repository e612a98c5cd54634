// From inside: nothing. As the user that runs these tests and, where that is root, from a console of an ordinary user too
// (e2e/headless/ordinary-user.test.ts). Where no wall can stand this says so loudly instead of passing.
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { breakouts, broken } from '../../../testing/clients/breakouts.ts';
import { wallTest } from '../../../testing/clients/wall-test.ts';
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

wallTest.each(breakouts)('from inside %s: nothing', async (_, script) => {
  const attacked = { data: house.env.dataDirectory, pid: process.pid, socket: join(place, 'some.sock') };
  const { stdout, stderr } = await inside(script(attacked));
  expect(stdout + stderr).not.toContain(secret);
  expect(stdout).not.toContain(broken);
  expect(stdout).not.toMatch(/OPENAI|GATEHOUSE_TOKEN|VITEST/);
});

wallTest('naming certificates shows nothing of this machine', async () => {
  const token = join(house.env.dataDirectory, 'owner-token');
  const room = { ...emptyRoom, keepsUser: true };
  const file = await inside(`cat ${token}`, { room }, { SSL_CERT_FILE: token, GIT_SSL_CAINFO: token });
  expect(file.stdout).toBe('');
  const folder = await inside(`cat ${place}/some.txt`, { room }, { SSL_CERT_DIR: place });
  expect(folder.stdout).toBe('');
});

wallTest('what was allowed brings nothing of the console along', async () => {
  const data = house.env.dataDirectory;
  const show = (from: string) => ({ ...emptyRoom, keepsUser: true, outside: [{ from, at: from, write: false }] });
  const above = await inside(`ls -A ${join(data, '..')}; cat ${data}/owner-token`, { room: show(join(data, '..')) });
  expect(above.stdout).toContain(basename(data));
  expect(above.stdout).not.toContain(secret);
  const token = inside('true', { room: show(join(data, 'owner-token')) });
  await expect(token).rejects.toMatchObject({ code: 'not_visible' });
});

wallTest.each(['/', '/proc', '/proc/self', `/proc/${process.pid}`])(
  '%s is not shown, though it was allowed',
  async (from) => {
    const room = { ...emptyRoom, keepsUser: true, outside: [{ from, at: from, write: false }] };
    await expect(inside('ls /proc', { room })).rejects.toMatchObject({ code: 'not_visible' });
  },
);

wallTest('what was allowed of /etc, and of /var/tmp, is there', async () => {
  const folder = mkdtempSync('/var/tmp/gatehouse-shown-');
  const paths = [...readdirSync('/etc').map((name) => join('/etc', name)), folder];
  const shown = paths.filter(
    (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() || path === '/etc/fstab',
  );
  const room = {
    ...emptyRoom,
    keepsUser: true,
    outside: shown.map((path) => ({ from: path, at: path, write: false })),
  };
  const { stdout, stderr } = await inside(`ls -d ${shown.join(' ')}`, { room }, {}, bareHouse());
  rmSync(folder, { recursive: true });
  expect(stderr).toBe('');
  expect(stdout.trim().split('\n').sort()).toEqual(shown.sort());
});

wallTest('a folder that is shown by the name of a link brings nothing of the console along', async () => {
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

wallTest('who was allowed a socket gets no folder, and no variable that names none', () => {
  vi.stubEnv('SOME_WORD', secret);
  vi.stubEnv('SOME_SOCKET', join(place, 'some.sock'));
  const sockets = [place, '$SOME_WORD', '$SOME_SOCKET'];
  const { shown, env } = outsideThings({ read: [], write: [], env: [], sockets });
  vi.unstubAllEnvs();
  expect(shown.map(({ from }) => from)).toEqual([join(place, 'some.sock')]);
  expect(env).toEqual({ SOME_SOCKET: join(place, 'some.sock') });
});

wallTest('what was allowed in a folder that commands change is not shown once it leads out of it', async () => {
  const folder = mkdtempSync(join(place, 'changed-'));
  const link = { from: join(folder, 'link'), at: join(folder, 'link'), write: false };
  symlinkSync(join(place, 'some.sock'), link.from);
  const room = { ...emptyRoom, outside: [{ from: folder, at: folder, write: true }, link] };
  expect(isLedAway(room, link)).toBe(true);
  await expect(inside('true', { room })).rejects.toMatchObject({ code: 'not_visible' });
});

wallTest('where a wall is required and none stands, nothing is let out either', async () => {
  const open = bareHouse({ GATEHOUSE_DATA: house.env.dataDirectory, GATEHOUSE_SANDBOX: 'required' });
  open.wall.tried = Promise.resolve({ isThere: false, why: 'for this test' });
  const started = inside('true', { room: { ...emptyRoom, isOut: true } }, {}, open);
  await expect(started).rejects.toMatchObject({ code: 'no_wall' });
});

wallTest('the list of what is at the top has nothing of this machine but what is shown', async () => {
  const { stdout } = await inside('ls -A /; ls -A /var /sys 2>/dev/null; ls /etc');
  const names = stdout.split('\n');
  for (const hidden of ['run', 'srv', 'boot', 'sys', 'shadow', 'sudoers', 'ssh']) expect(names).not.toContain(hidden);
});

wallTest('as root it is somebody else', async () => {
  const wall = await wallOf(house);
  const uid = (wall.isThere && wall.user?.uid) || process.getuid?.();
  expect((await inside('touch mine; id -u')).stdout).toBe(`${uid}\n`);
});

wallTest('a link out of the workspace that was there before leads nowhere', async () => {
  symlinkSync(join(house.env.dataDirectory, 'owner-token'), join(workspace, 'leading-out'));
  writeFileSync(join(house.env.dataDirectory, 'hard'), 'mine');
  linkSync(join(house.env.dataDirectory, 'hard'), join(workspace, 'given'));
  const { stdout, stderr } = await inside('cat leading-out');
  expect(stdout + stderr).not.toContain(secret);
});

wallTest('without a network it reaches nobody, and itself', async () => {
  const web = createServer((client) => client.end('told'));
  await new Promise<void>((done) => web.listen(0, '127.0.0.1', done));
  const { port } = web.address() as { port: number };
  const script = `exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3`;
  expect((await inside(script)).stdout).toBe('told');
  const alone = await inside(script, { room: { ...emptyRoom, network: 'none' } });
  expect(alone.exit_code).not.toBe(0);
  web.close();
});

wallTest('a trap ends it in order, and its exit code arrives', async () => {
  const stop = new AbortController();
  const onOutput = () => stop.abort();
  const script = "trap 'echo tidied; exit 7' TERM; echo up; while :; do sleep 0.05; done";
  const ended = await inside(script, { signal: stop.signal, onOutput });
  expect(ended).toMatchObject({ exit_code: 7, stdout: 'up\ntidied\n' });
});

wallTest('a room is left as it was: what a process writes is only in its own folders', async () => {
  await inside('echo mine > here; echo lost > /tmp/there; echo kept > "$GATEHOUSE_ARTIFACTS/a"');
  expect(readFileSync(join(workspace, 'here'), 'utf8')).toBe('mine\n');
  expect((await inside('cat /tmp/there')).exit_code).not.toBe(0);
});

wallTest('200 at once all run, each in a room of its own', async () => {
  const all = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const outputFiles = { stdout: join(run, `${index}.out`), stderr: join(run, `${index}.err`) };
      return inside(`echo ${index} > /tmp/mine; cat /tmp/mine`, { outputFiles });
    }),
  );
  expect(all.map(({ stdout }) => Number(stdout))).toEqual(all.map((_, index) => index));
});
