// Makes the data directory that every later version must open: `node e2e/upgrade/make-fixture.ts 1` writes data-1.tar.gz
// and data-1.json beside this file. A fixture is never made again, only added to: when a version can keep something new,
// take it there in prepare-runs.ts, say in upgrade.test.ts how it ends, and make the next number.
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { packData } from './archive.ts';
import { type Gatehouse, openConsole } from './console.ts';
import { makePlace } from './place.ts';
import { startPlayedModel } from './played-model.ts';
import { linkTo, prepareHurried, prepareWaiting, secret } from './prepare-runs.ts';
import { type Fixture, hashOf, type States, stateAt } from './record.ts';

const here = import.meta.dirname;
const number = Number(process.argv[2]);
const archive = join(here, `data-${number}.tar.gz`);
if (!Number.isInteger(number) || existsSync(archive)) {
  throw new Error(`Say a number that no fixture has yet: node e2e/upgrade/make-fixture.ts <number>`);
}

/** Longer than what the hurried runs wait for: when the fixture is opened, all of that is past. */
const longestWait = 25_000;
const oldEvent = 7777;

const place = makePlace();
const data = join(place, 'data');
const model = await startPlayedModel();
const open = () => openConsole(data, join(here, 'workflows'), model.env);

/** A console that dies while a command works: the next one asks about it. */
async function interrupt(): Promise<string> {
  const gatehouse = await open();
  const run = await gatehouse.start('interrupted');
  await gatehouse.until(run, ({ state }) => (state.active[0]?.phase === 'running' ? true : undefined));
  const { state } = await gatehouse.read(run);
  await gatehouse.kill();
  writeFileSync(join(state.workspace, 'stop'), '');
  return run;
}

async function signIn({ address, token }: Gatehouse): Promise<string> {
  const body = new URLSearchParams({ token });
  const given = { method: 'POST', redirect: 'manual', headers: { origin: address }, body } as const;
  const cookie = (await fetch(`${address}/sign-in`, given)).headers.get('set-cookie');
  return cookie?.split(';')[0] as string;
}

async function record(gatehouse: Gatehouse, names: Record<string, string>): Promise<Fixture> {
  const runs: Fixture['runs'] = {};
  for (const [name, id] of Object.entries(names)) {
    const { status, seq } = await gatehouse.read(id);
    runs[name] = { id, status, seq, events: hashOf(await gatehouse.eventsOf(id, seq + 1), place) };
  }
  const links: Fixture['links'] = {};
  const linked = { approval: 'sure', question: 'which', failure: 'work', interrupted: 'work', branches: 'told' };
  for (const [name, node] of Object.entries(linked)) links[name] = await linkTo(gatehouse, names[name] as string, node);
  return { runs, links, session: await signIn(gatehouse), secret };
}

async function keepStates(gatehouse: Gatehouse, { runs }: Fixture): Promise<void> {
  const now: States['now'] = {};
  for (const [name, { id, seq }] of Object.entries(runs)) now[name] = await stateAt(gatehouse, id, seq);
  const { id } = runs['long and ended'] as { id: string };
  const old = { run: id, at: oldEvent, state: await stateAt(gatehouse, id, oldEvent) };
  writeFileSync(join(place, 'states.json'), JSON.stringify({ now, old } satisfies States));
}

/** Nothing of what the console has started is left; one command in the background has said how it ended, one has not. */
async function endCommands(names: Record<string, string>, workspaces: string[]): Promise<void> {
  const records = globSync(join(data, 'background/*.json')).map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const lost = records.find(({ run }) => run === names['background that is lost']);
  process.kill(-lost.pid, 'SIGKILL');
  const ended = records.find(({ run }) => run === names['background that ended']);
  for (const workspace of workspaces) writeFileSync(join(workspace, 'stop'), '');
  while (!existsSync(join(ended.directory, 'exit.json'))) await delay(50);
  if (existsSync(join(lost.directory, 'exit.json'))) throw new Error('the lost command has told its end');
}

const interrupted = await interrupt();
const gatehouse = await open();
await gatehouse.asked(interrupted, 'work');
const names = { interrupted, ...(await prepareWaiting(gatehouse, place)), ...(await prepareHurried(gatehouse)) };
const fixture = await record(gatehouse, names);
await keepStates(gatehouse, fixture);
const stopped = ['cut off', 'background that ended'].map(async (name) => {
  return (await gatehouse.read(names[name as keyof typeof names])).state.workspace;
});
const workspaces = await Promise.all(stopped);
for (const [name, { id, seq }] of Object.entries(fixture.runs)) {
  if ((await gatehouse.read(id)).seq !== seq) throw new Error(`the run "${name}" went on: this machine was too slow`);
}
const killed = Date.now();
await gatehouse.kill();
await model.stop();
await endCommands(names, workspaces);
await delay(longestWait - (Date.now() - killed));
packData(place, archive);
writeFileSync(join(here, `data-${number}.json`), `${JSON.stringify(fixture, null, 2)}\n`);
rmSync(place, { recursive: true });
