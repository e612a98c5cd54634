// Takes runs to where a fixture keeps them. Each has a name, by which upgrade.test.ts knows what is to be done about it.
import { setTimeout as delay } from 'node:timers/promises';
import type { Gatehouse } from './console.ts';
import { serverIn } from './place.ts';

export const secret = 'open-sesame-4711';

const long = (asks: boolean) => ({ rounds: 2600, asks });
const paper = { name: 'paper.txt', base64: Buffer.from('on paper\n').toString('base64') };

type Names = Record<string, string>;

/** Those that have time: they wait for people or have ended. */
export async function prepareWaiting(gatehouse: Gatehouse, place: string): Promise<Names> {
  const { start, asked, answer, ended, control, answerByLink } = gatehouse;

  async function waiting(workflow: string, node: string, inputs = {}) {
    const run = await start(workflow, inputs);
    await asked(run, node);
    return run;
  }

  async function forked() {
    const { seq } = await gatehouse.read(question);
    const { id } = await control(question, 'fork', { at: seq });
    await asked(id, 'which');
    return id;
  }

  async function voted() {
    const run = await start('quorum');
    await answerByLink(await linkTo(gatehouse, run, 'both'), 'Ada', { option: 'yes' });
    return run;
  }

  async function rolledBack() {
    const run = await waiting('rollback', 'ask');
    await control(run, 'rollback', { checkpoint: 'kept' });
    await asked(run, 'ask');
    return run;
  }

  async function loop() {
    const run = await start('loop');
    await answer(await asked(run, 'ask'), { option: 'submit', values: { word: 'one' } });
    await asked(run, 'ask');
    return run;
  }

  async function map() {
    const run = await start('map');
    const threeGates = ({ gates }: { gates: unknown[] }) => (gates.length === 3 ? true : undefined);
    await gatehouse.until(run, threeGates);
    await answer(await asked(run, 'ask'), { option: 'yes' });
    return run;
  }

  async function branches() {
    const run = await start('branches');
    await answer(await asked(run, 'refused'), { option: 'no' });
    for (const node of ['kept', 'refused', 'turns', 'denied', 'told']) await asked(run, node);
    return run;
  }

  async function server() {
    const run = await start('server', { server: serverIn(place) });
    await answer(await asked(run, 'first'), { option: 'allow' });
    await asked(run, 'ask');
    return run;
  }

  async function paused() {
    const run = await start('paused');
    const gate = await asked(run, 'ask');
    await control(run, 'pause');
    await answer(gate, { option: 'yes' });
    return run;
  }

  async function aborted() {
    const run = await start('failure');
    await answer(await asked(run, 'work'), { option: 'abort' });
    await ended(run);
    return run;
  }

  async function archived() {
    const run = await waiting('approval', 'sure');
    await control(run, 'cancel');
    await control(run, 'archive');
    return run;
  }

  async function approved() {
    const run = await start('approval');
    await answer(await asked(run, 'sure'), { option: 'yes' });
    await ended(run);
    return run;
  }

  async function called() {
    for (;;) {
      const { runs } = await gatehouse.api<{ runs: { id: string }[] }>('GET', '/api/runs?workflow=called');
      if (runs[0]) return (await asked(runs[0].id, 'ask')).run;
      await delay(50);
    }
  }

  // They take their time, and need nobody until they are looked at last.
  const [longEnded, longWaiting] = [await start('long', long(false)), await start('long', long(true))];
  const question = await waiting('question', 'which');
  const caller = await start('caller');
  return {
    approval: await waiting('approval', 'sure'),
    question,
    fork: await forked(),
    quorum: await voted(),
    failure: await waiting('failure', 'work'),
    'tool approval': await waiting('tool-approval', 'write'),
    budget: await waiting('budget', 'say'),
    rollback: await rolledBack(),
    caller,
    called: await called(),
    secret: await waiting('secret', 'ask', { key: secret }),
    file: await waiting('file', 'ask', { paper }),
    large: await waiting('large', 'ask'),
    loop: await loop(),
    map: await map(),
    branches: await branches(),
    server: await server(),
    paused: await paused(),
    'first in line': await waiting('line', 'ask'),
    'second in line': await start('line'),
    approved: await approved(),
    aborted: await aborted(),
    archived: await archived(),
    'long and ended': (await ended(longEnded)).id,
    'long and waiting': (await asked(longWaiting, 'ask')).run,
  };
}

/** Those that must not go on before the console is killed: they wait for a time that comes soon, or work. */
export async function prepareHurried(gatehouse: Gatehouse): Promise<Names> {
  const { start, until, asked } = gatehouse;
  const names: Names = {
    signal: await start('signal'),
    'far timer': await start('far-timer'),
    'due timer': await start('due-timer'),
    'back-off': await start('back-off'),
    expired: await start('expired'),
    reminded: await start('reminded'),
    'background that ended': await start('background'),
    'background that is lost': await start('background'),
    'cut off': await start('cut-off'),
  };
  const phases: Record<string, string> = {
    signal: 'waiting',
    'far timer': 'waiting',
    'due timer': 'waiting',
    'back-off': 'backing_off',
    'background that ended': 'suspended',
    'background that is lost': 'suspended',
  };
  for (const [name, phase] of Object.entries(phases)) {
    await until(names[name] as string, ({ state }) => (state.active[0]?.phase === phase ? true : undefined));
  }
  await until(names['cut off'] as string, ({ state }) =>
    state.active.filter((position) => position.phase === 'running').length === 2 ? true : undefined,
  );
  for (const name of ['expired', 'reminded']) await asked(names[name] as string, 'ask');
  return names;
}

export async function linkTo(gatehouse: Gatehouse, run: string, node: string): Promise<string> {
  const { id } = await gatehouse.asked(run, node);
  const { url } = await gatehouse.api<{ url: string }>('POST', `/api/runs/${run}/gates/${id}/links`, {});
  return url.split('/g/')[1] as string;
}
