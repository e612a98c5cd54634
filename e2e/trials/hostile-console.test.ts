// A started console, and a command of a run that attacks it from inside: by all that is tried behind a wall, and over the
// network, which it shares. It reads nothing of the console, and the gate beside it waits for a person.
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { isOpenToAll } from '#lib/clients/process/wall/shown-machine.ts';
import { breakouts, broken } from '#lib/testing/clients/breakouts.ts';
import { wallTest } from '#lib/testing/clients/wall-test.ts';
import { makePlace, startConsole, type TrialConsole, token } from './console.ts';

const secret = 'canary-of-the-console-0123456789';
const patience = 120_000;
/** Each request and its status. */
const requests = (address: string) => `
const run = process.env.GATEHOUSE_WORKSPACE.split('/').at(-2);
const answer = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"option":"yes"}' };
const asks = ['/api/runs', '/api/gates', '/api/workflows', '/api/metrics', '/api/me', '/api/runs/' + run, '/api/runs/' + run + '/bundle'];
for (const path of asks) fetch('${address}' + path).then(async (r) => console.log(path, r.status, await r.text()));
for (const gate of ['g1', 'g2', 'g3', 'g4', 'g5', 'g6', 'g7', 'g8']) {
  const path = '/api/runs/' + run + '/gates/' + gate;
  fetch('${address}' + path, answer).then((r) => console.log('answer', r.status));
}
fetch('${address}/api/callbacks/guessed', { ...answer, body: '{"exit_code":0}' }).then((r) => console.log('report', r.status));
`;

type Shown = { nodes: Record<string, { status: string }>; gates: { node: string; status: string }[]; state: State };
type State = { outputs: { work: { stdout: string; stderr: string } } };

const nobody = { uid: 65_534, gid: 65_534 };
// Where this project is closed to others, nobody can start a console of it.
const canBeNobody = process.getuid?.() === 0 && isOpenToAll(process.cwd());
if (!canBeNobody)
  console.warn('A STARTED CONSOLE OF AN ORDINARY USER WAS NOT TESTED: that takes root, and an open folder.');
const users = [['its own user', undefined] as const, ...(canBeNobody ? [['an ordinary user', nobody] as const] : [])];

describe.each(users)('a console of %s', (_, user) => {
  const { place, data, remove } = makePlace();
  const socket = join(place, 'some.sock');
  const listener = createServer((client) => client.end(secret));
  let gatehouse: TrialConsole;

  beforeAll(async () => {
    if (user) for (const folder of [place, join(place, 'workflows')]) chownSync(folder, user.uid, user.gid);
    await new Promise<void>((done) => listener.listen(socket, done));
    const workflows = join(place, 'workflows');
    gatehouse = await startConsole(
      { GATEHOUSE_DATA: data, GATEHOUSE_WORKFLOWS: workflows, OPENAI_API_KEY: secret },
      user,
    );
    // Once it has begun: it takes runs without a database for a loss.
    const other = join(data, 'runs', 'w', 'two', 'workspace');
    mkdirSync(other, { recursive: true });
    writeFileSync(join(other, 'theirs.txt'), secret);
    writeFileSync(join(data, 'owner-token'), token, { mode: 0o600 });
    const made = [
      'runs',
      'runs/w',
      'runs/w/two',
      'runs/w/two/workspace',
      'runs/w/two/workspace/theirs.txt',
      'owner-token',
    ];
    if (user) for (const path of made) chownSync(join(data, path), user.uid, user.gid);
  }, patience);
  afterAll(async () => {
    await gatehouse.stop();
    listener.close();
    remove();
  });

  async function attacked(script: string): Promise<Shown & { found: string }> {
    const nodes = {
      both: { type: 'parallel', branches: { a: 'work', b: 'ask' }, next: 'done' },
      work: { type: 'cli', command: ['bash', '-c', `${script}\ntrue`], next: 'join' },
      ask: { type: 'gate', kind: 'approval', message: 'Publish?', next: 'join' },
      done: { type: 'end' },
    };
    const source = JSON.stringify({ gatehouse: 1, name: 'W', nodes });
    const { id } = (await gatehouse.api<{ id: string }>('POST', '/api/runs', { source })).body;
    for (;;) {
      const { body } = await gatehouse.api<Shown>('GET', `/api/runs/${id}`);
      if (body.nodes.work?.status === 'failed') throw new Error(JSON.stringify(body));
      if (body.nodes.work?.status !== 'completed') continue;
      const { stdout, stderr } = body.state.outputs.work;
      return { ...body, found: stdout + stderr };
    }
  }

  wallTest('from inside a run of a started console there is nothing', { timeout: patience }, async () => {
    const attacks = breakouts.map(
      ([name, script]) => `echo "== ${name}"; (${script({ data, pid: gatehouse.pid, socket })})`,
    );
    const { found, gates } = await attacked(attacks.join('\n'));
    for (const [name] of breakouts) expect(found).toContain(`== ${name}`);
    for (const hidden of [secret, token, broken]) expect(found).not.toContain(hidden);
    expect(gates.filter(({ status }) => status === 'open').map(({ node }) => node)).toEqual(['ask']);
  });

  wallTest(
    'the console’s port tells nothing to who has no token, and takes no answer',
    { timeout: patience },
    async () => {
      const { found, gates } = await attacked(
        `cat > ask.mjs <<'END'\n${requests(gatehouse.address)}\nEND\nnode ask.mjs`,
      );
      const said = found.trim().split('\n');
      expect(said).toHaveLength(16);
      for (const line of said) expect(line).toMatch(/^(\/api\/\S+|answer|report) (401|403|404) ?/);
      expect(gates.filter(({ status }) => status === 'open').map(({ node }) => node)).toEqual(['ask']);
    },
  );
});
