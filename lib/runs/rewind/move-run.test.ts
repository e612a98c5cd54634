import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { somebody, tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { eventsOf, whenAsked, whenStatus } from '../../testing/scratch-run.ts';
import { pauseRun } from '../pause-run.ts';
import { readRun } from '../read-run.ts';
import { startRun } from '../start-run.ts';
import { forkRun } from './fork-run.ts';
import { moveRun, planMove } from './move-run.ts';

const workflows = mkdtempSync(join(tmpdir(), 'gatehouse-move-'));
const actor = tester;
let engine: ScratchEngine;

beforeEach(async () => {
  engine = await startScratchEngine({ GATEHOUSE_WORKFLOWS: workflows });
});
afterEach(() => engine.stop());
afterAll(() => rmSync(workflows, { recursive: true, force: true }));

const write = (nodes: string, head = 'version: "1"') =>
  writeFileSync(join(workflows, 'report.yaml'), `gatehouse: 1\nname: Report\n${head}\nnodes:\n${nodes}`);

const broken = `
  find: { type: cli, command: [echo, "ann"], save: { who: "\${trim(result.stdout)}" } }
  greet: { type: cli, command: [echo, "Hello \${find.nmae}"] }
  done: { type: end, message: "\${trim(greet.stdout)}" }
`;
const mended = broken.replace('${find.nmae}', '${computed.who} of ${team}');

async function stuck(): Promise<string> {
  write(broken);
  const { id } = await startRun(house, { workflow: 'report', actor });
  expect(await whenAsked(id)).toMatchObject({ node: 'greet', purpose: 'failure' });
  return id;
}

describe('a run moved to the newest version of its file', () => {
  test('goes on where it stood by the new text, with its data, and with what that text begins with', async () => {
    const id = await stuck();
    write(`${mended}  never: { type: end }\n`, 'version: "2"\nstate: { team: blue }');
    await moveRun(house, { runId: id, actor });
    const run = await whenStatus(id, 'completed');
    expect(run).toMatchObject({ message: 'Hello ann of blue', version: '2' });
    expect(run.nodes.find).toMatchObject({ visits: 1 });
    expect(run.nodes.greet).toMatchObject({ visits: 2 });
    expect(await eventsOf(id, 'run_restarted')).toMatchObject([
      { data: { by: actor.name, node: 'greet', moved: { version: '2', state: { custom: { team: 'blue' } } } } },
    ]);
    const { entries } = await house.store.pageOfAudit({ subject: id, act: 'run.moved', limit: 1 });
    expect(entries).toMatchObject([{ who: { name: actor.name }, details: { node: 'greet', version: '2' } }]);
    // Whoever reads it later, by another process, finds the same.
    await engine.restart();
    expect((await readRun(house, id)).state).toEqual(run.state);
  });

  test('is shown what that means first: the changed nodes, where it will stand, what would run again', async () => {
    const id = await stuck();
    write(`${mended}  more: { type: end }\n`, 'version: "2"\nstate: { team: blue }\nbudget: { tokens: 5 }');
    const before = await readRun(house, id);
    const plan = await planMove(house, { runId: id, actor });
    expect(plan.text).toMatchObject({ added: ['more'], removed: [], changed: ['greet'], head: ['state', 'budget'] });
    expect(plan).toMatchObject({ position: [{ node: 'greet', how: 'enters' }], runs_again: ['greet'] });
    expect(plan.data_changes).toEqual([{ path: 'team', now: null, then: 'blue' }]);
    expect(await readRun(house, id)).toEqual(before);
    write(mended, 'version: "3"\nstate: { team: red }');
    await expect(moveRun(house, { runId: id, actor, to: plan.text?.to })).rejects.toThrow('has changed since the plan');
  });

  test('may go on from any node of the new text, also when it has failed or ended', async () => {
    const id = await stuck();
    write('  begin: { type: cli, command: [echo, begun] }\n  over: { type: end, message: "${trim(begin.stdout)}" }\n');
    await expect(moveRun(house, { runId: id, actor })).rejects.toThrow('has no node "greet"');
    await moveRun(house, { runId: id, actor, node: 'begin' });
    expect(await whenStatus(id, 'completed')).toMatchObject({ message: 'begun' });
    write('  over: { type: end, outcome: failure, message: "no longer, ${computed.who}" }\n');
    await moveRun(house, { runId: id, actor });
    expect(await whenStatus(id, 'failed')).toMatchObject({ message: 'no longer, ann' });
  });

  test('is refused while the file is the same, has mistakes, is gone, or wants inputs that the run does not have', async () => {
    const id = await stuck();
    const moved = () => moveRun(house, { runId: id, actor });
    await expect(moved()).rejects.toThrow('follows the newest version of report.yaml; change the file first');
    write(`${mended}  x: { type: clii }\n`);
    await expect(moved()).rejects.toThrow('report.yaml');
    write(broken, 'inputs: { team: { type: string, required: true } }');
    await expect(moved()).rejects.toThrow('input "team" is new and required; give it a default');
    rmSync(join(workflows, 'report.yaml'));
    await expect(moved()).rejects.toThrow('There is no workflow "report"');
    expect((await readRun(house, id)).status).toBe('waiting');
  });

  test('is refused to whoever may not start the new text, and where that says anew who may see its runs', async () => {
    const id = await stuck();
    write(broken, 'version: "2"\naccess: { start: [ann] }');
    const bob = somebody('bob', { role: 'operator' });
    await expect(moveRun(house, { runId: id, actor: bob })).rejects.toThrow('Only ann may start Report');
    write(broken, 'version: "2"\naccess: { see: [ann] }');
    await expect(planMove(house, { runId: id, actor })).rejects.toThrow('says anew who may see its runs');
  });

  test('keeps its secrets secret: an input keeps its type', async () => {
    write(broken, 'inputs: { key: { type: secret } }');
    const { id } = await startRun(house, { workflow: 'report', inputs: { key: 'hush-hush-1' }, actor });
    await whenAsked(id);
    const moved = () => moveRun(house, { runId: id, actor });
    write(broken, 'inputs: { key: { type: string } }');
    await expect(moved()).rejects.toThrow('input "key" was secret and is string');
    write(broken, 'version: "2"');
    await expect(moved()).rejects.toThrow('input "key" is a secret');
    write(broken, 'inputs: { key: { type: secret } }\ndescription: It is hush-hush-1');
    await expect(moved()).rejects.toThrow('input "key" is a word of the workflow');
  });

  test('is told what was done outside by nodes that are gone; a fork from before goes on by the text of then', async () => {
    const id = await stuck();
    const { seq } = await readRun(house, id);
    write('  over: { type: end, message: new }\n', 'version: "2"');
    const plan = await planMove(house, { runId: id, actor, node: 'over' });
    expect(plan.text).toMatchObject({ removed: ['find', 'greet', 'done'] });
    await moveRun(house, { runId: id, actor, node: 'over' });
    await whenStatus(id, 'completed');
    const fork = await forkRun(house, { runId: id, actor, at: seq });
    expect(await whenAsked(fork.id)).toMatchObject({ node: 'greet', purpose: 'failure' });
    expect(await readRun(house, fork.id)).toMatchObject({ version: '1' });
  });

  test('inside of a loop it goes on in its round; where the loop is gone, another node must be named', async () => {
    const loop = (name: string, text: string) => `
  ${name}: { type: loop, body: work, max: 2, done: over }
  work: { type: cli, command: [echo, "${text}"] }
  back: { type: end_loop, loop: ${name} }
  over: { type: end, message: "\${trim(work.stdout)}" }
`;
    write(loop('rounds', '${loop.nidex}'));
    const { id } = await startRun(house, { workflow: 'report', actor });
    expect(await whenAsked(id)).toMatchObject({ node: 'work', purpose: 'failure' });
    write(loop('again', 'round ${loop.index}'));
    await expect(moveRun(house, { runId: id, actor })).rejects.toThrow('has no node "rounds"');
    write(loop('rounds', 'round ${loop.index}'));
    await moveRun(house, { runId: id, actor });
    const run = await whenStatus(id, 'completed');
    expect(run.message).toBe('round 1');
    expect(run.nodes.work).toMatchObject({ visits: 3 });
  });

  test('inside of a map it begins the map anew, and a paused run goes on by the new text', async () => {
    const map = (text: string) => `
  each: { type: map, items: [1, 2], as: one, body: work, next: over }
  work: { type: cli, command: [echo, "${text}"], next: join }
  over: { type: end, message: "\${join(each.map(it => trim(it.stdout)), ' ')}" }
`;
    write(map('${one.x}'));
    const { id } = await startRun(house, { workflow: 'report', actor });
    await whenAsked(id);
    await pauseRun(house, { runId: id, actor });
    write(map('${one}'));
    const plan = await planMove(house, { runId: id, actor, node: 'work' });
    expect(plan).toMatchObject({ position: [{ node: 'each' }], text: { changed: ['work'] } });
    await moveRun(house, { runId: id, actor, node: 'work' });
    expect(await whenStatus(id, 'completed')).toMatchObject({ message: '1 2' });
  });
});
