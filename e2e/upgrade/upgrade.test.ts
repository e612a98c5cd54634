// An upgrade is a promise: every version opens what an earlier one has left, changes nothing of it and finishes it. Each
// data-N.tar.gz beside this file was written by the version of its day and is never made again. The tests of a fixture
// build on each other: first it is only read, then every run is finished, then it is read again.
import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readZip } from '../fixtures/read-zip.ts';
import { unpackData } from './archive.ts';
import { type Gatehouse, openConsole, type RunEvent } from './console.ts';
import { endings } from './endings.ts';
import { makePlace } from './place.ts';
import { startPlayedModel } from './played-model.ts';
import { type Fixture, hashOf, type States, stateAt, type ToldState } from './record.ts';

/** With its snapshots, which must still be understood, and without them: then every old event must be. */
const openings = globSync(join(import.meta.dirname, 'data-*.tar.gz')).flatMap((archive) => [
  { name: basename(archive, '.tar.gz'), archive, how: 'as it was', snapshots: true },
  { name: basename(archive, '.tar.gz'), archive, how: 'without its snapshots', snapshots: false },
]);
const order = Object.keys(endings);

const visitOf = ({ node, visit }: RunEvent) => `${node}/${visit}`;
const isOver = ({ type }: RunEvent) => type === 'node_completed' || type === 'node_skipped';

describe.each(openings)('$name, opened $how', ({ archive, snapshots }) => {
  const fixture: Fixture = JSON.parse(readFileSync(archive.replace('.tar.gz', '.json'), 'utf8'));
  const runs = Object.entries(fixture.runs).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  const ended = runs.filter(([, { status }]) => ['completed', 'failed', 'cancelled'].includes(status));
  let place: string;
  let model: Awaited<ReturnType<typeof startPlayedModel>>;
  let gatehouse: Gatehouse;

  beforeAll(async () => {
    place = makePlace();
    unpackData(archive, place, { snapshots });
    model = await startPlayedModel();
    // No workflow file is there any more: a run keeps the text it was started with.
    gatehouse = await openConsole(join(place, 'data'), join(place, 'no-workflows'), model.env);
  });

  afterAll(async () => {
    await gatehouse?.stop();
    await model?.stop();
    if (place) rmSync(place, { recursive: true });
  });

  test.each(runs)('the events of the run "%s" are read back as they were written', async (_, { id, seq, events }) => {
    expect(hashOf(await gatehouse.eventsOf(id, seq + 1), place)).toBe(events);
  });

  test('every state is what it was, also as of an old event', async () => {
    const { now, old }: States = JSON.parse(readFileSync(join(place, 'states.json'), 'utf8'));
    expect(await stateAt(gatehouse, old.run, old.at)).toMatchObject(old.state);
    for (const [name, { id, seq }] of runs) {
      expect(await stateAt(gatehouse, id, seq), name).toMatchObject(now[name] as ToldState);
    }
  });

  test.each(ended)('the run "%s", which has ended, and its files are as they were', async (_, { id, status, seq }) => {
    expect(await gatehouse.read(id)).toMatchObject({ status, seq });
    const headers = { authorization: `Bearer ${gatehouse.token}` };
    const bundle = await fetch(`${gatehouse.address}/api/runs/${id}/bundle`, { headers });
    const zip = readZip(Buffer.from(await bundle.arrayBuffer()));
    const hashesInZip = [...zip.values()].map((bytes) => createHash('sha256').update(bytes).digest('hex'));
    const path = `/api/runs/${id}/artifacts`;
    const { artifacts } = await gatehouse.api<{ artifacts: { id: string; sha256: string }[] }>('GET', path);
    for (const { id: artifact, sha256 } of artifacts) {
      const bytes = await (await fetch(`${gatehouse.address}${path}/${artifact}`, { headers })).arrayBuffer();
      expect(createHash('sha256').update(Buffer.from(bytes)).digest('hex')).toBe(sha256);
      expect(hashesInZip).toContain(sha256);
    }
  });

  test.each(runs)('the run "%s" ends as it must', async (name, { id, seq }) => {
    const ending = endings[name];
    if (!ending) throw new Error(`endings.ts does not say how "${name}" ends`);
    const { status = 'completed', message, finish } = ending;
    await finish(gatehouse, { id, seq, link: fixture.links[name] ?? '', fixture });
    const end = await gatehouse.ended(id);
    expect(end).toMatchObject({ status });
    if (message !== null) expect(end.message).toContain(message);
  });

  test.each(runs)('no event of the run "%s" has changed, and nothing is done again', async (_, { id, seq, events }) => {
    const now = await gatehouse.eventsOf(id);
    const [before, since] = [now.filter((event) => event.seq <= seq), now.filter((event) => event.seq > seq)];
    expect(hashOf(before, place)).toBe(events);
    const done = new Set(before.filter(isOver).map(visitOf));
    const begun = since.filter(({ type }) => type === 'node_started').map(visitOf);
    expect(begun.filter((visit) => done.has(visit))).toEqual([]);
  });

  test('a run can be forked at an old event, and the fork ends', async () => {
    const { id, seq } = fixture.runs['long and ended'] as { id: string; seq: number };
    const fork = await gatehouse.control(id, 'fork', { at: seq - 100 });
    expect(await gatehouse.ended(fork.id)).toMatchObject({ status: 'completed', message: 'sum 2600' });
  });

  test('a server that was allowed is asked about once more, which says why, and then not again', async () => {
    const { id } = fixture.runs.server as { id: string };
    const asked = (await gatehouse.eventsOf(id)).filter(
      ({ type, node }) => type === 'gate_opened' && node === 'second',
    );
    expect(asked.map(({ data }) => (data.gate as { message: string }).message)).toEqual([
      expect.stringContaining('asked again because approvals now cover what is really started'),
    ]);
    const again = await gatehouse.control(id, 'again');
    expect(await gatehouse.asked(again.id, 'ask')).toMatchObject({ purpose: 'node' });
    await gatehouse.control(again.id, 'cancel');
  });

  test('a secret is still nowhere to be read', () => {
    const files = readdirSync(join(place, 'data'), { recursive: true, withFileTypes: true });
    const kept = files.filter((file) => file.isFile()).map((file) => readFileSync(join(file.parentPath, file.name)));
    expect(kept.some((bytes) => bytes.includes(fixture.secret))).toBe(false);
  });
});
