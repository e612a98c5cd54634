// What is to be done about each run of a fixture, by its name, and how it must end then. In this order: a caller ends
// after the run it called, and the second in line comes after the first.
import type { Gate, Gatehouse } from './console.ts';
import type { Fixture } from './record.ts';

type Known = { id: string; seq: number; link: string; fixture: Fixture };
export type Ending = {
  status?: 'completed' | 'failed' | 'cancelled';
  message: string | null;
  finish(gatehouse: Gatehouse, run: Known): Promise<unknown>;
};

/** It ends by itself: its time has come, or somebody else moves it. */
const byItself = async () => {};

/** With the owner's API token. */
const answered =
  (node: string, option: string, values = {}): Ending['finish'] =>
  async (gatehouse, { id }) =>
    gatehouse.answer(await gatehouse.asked(id, node), { option, values });

const answeredByLink =
  (option: string, values = {}): Ending['finish'] =>
  (gatehouse, { link }) =>
    gatehouse.answerByLink(link, 'Grace', { option, values });

/** In a browser that was signed in before the upgrade. */
const answeredBySession =
  (node: string, option: string): Ending['finish'] =>
  async (gatehouse, { id, fixture }) => {
    const { id: gate } = await gatehouse.asked(id, node);
    const browser = { cookie: fixture.session, origin: gatehouse.address };
    await gatehouse.api('POST', `/api/runs/${id}/gates/${gate}`, { option }, browser);
  };

async function untouched(gatehouse: Gatehouse, { id, seq }: Known, status: string): Promise<void> {
  const now = await gatehouse.read(id);
  if (now.status !== status || now.seq !== seq) throw new Error(`run ${id} went on by itself and is ${now.status}`);
}

async function rollBack(gatehouse: Gatehouse, { id }: Known): Promise<void> {
  await gatehouse.answer(await gatehouse.asked(id, 'ask'), { option: 'more' });
  await gatehouse.asked(id, 'ask');
  await gatehouse.control(id, 'rollback', { checkpoint: 'kept' });
  await gatehouse.answer(await gatehouse.asked(id, 'ask'), { option: 'enough' });
}

async function sayTwoWords(gatehouse: Gatehouse, { id }: Known): Promise<void> {
  for (const word of ['two', 'three']) {
    await gatehouse.answer(await gatehouse.asked(id, 'ask'), { option: 'submit', values: { word } });
  }
}

/** What was allowed by what the workflow says is asked about once more, and then it is allowed by what is started. */
async function allowAgain(gatehouse: Gatehouse, run: Known): Promise<void> {
  await answered('ask', 'yes')(gatehouse, run);
  await answered('second', 'allow')(gatehouse, run);
}

async function takeAll(gatehouse: Gatehouse, { id }: Known): Promise<void> {
  const { gates } = await gatehouse.read(id);
  const open = (gate: Gate) => gate.status === 'open';
  for (const gate of gates.filter(open)) await gatehouse.answer(gate, { option: 'yes' });
}

async function answerBranches(gatehouse: Gatehouse, run: Known): Promise<void> {
  const options = { kept: 'continue', refused: 'skip', turns: 'continue', denied: 'deny' };
  for (const [node, option] of Object.entries(options)) await answered(node, option)(gatehouse, run);
  await answeredByLink('continue')(gatehouse, run);
}

export const endings: Record<string, Ending> = {
  approval: { message: '# Notes yes', finish: answeredByLink('yes') },
  question: { message: 'some: 3', finish: answeredByLink('some', { count: 2 }) },
  fork: { status: 'failed', message: 'none: full', finish: answered('which', 'none', { count: 0, why: 'full' }) },
  quorum: { message: 'agreed', finish: answered('both', 'yes') },
  failure: { message: 'done in attempt 2', finish: answeredByLink('retry') },
  'tool approval': { message: 'written: a draft', finish: answered('write', 'allow') },
  budget: { message: 'something', finish: answered('say', 'continue') },
  interrupted: { message: 'attempt 2', finish: answeredByLink('retry') },
  'cut off': { message: 'attempt 2, by hand', finish: answered('once', 'mark_done', { result: 'by hand' }) },
  'background that ended': { message: 'attempt 1', finish: byItself },
  'background that is lost': { message: 'attempt 2', finish: answered('work', 'retry') },
  'due timer': { message: 'rested', finish: byItself },
  'back-off': { message: 'attempt 2', finish: byItself },
  expired: { message: 'later', finish: byItself },
  reminded: {
    message: 'seen',
    async finish(gatehouse, run) {
      await gatehouse.until(run.id, ({ seq }) => (seq > run.seq ? true : undefined));
      await answered('ask', 'yes')(gatehouse, run);
    },
  },
  signal: { message: 'hello', finish: ({ signal }, { id }) => signal(id, 'go', { word: 'hello' }) },
  paused: {
    message: 'worked',
    async finish(gatehouse, run) {
      await untouched(gatehouse, run, 'paused');
      await gatehouse.control(run.id, 'resume');
    },
  },
  rollback: { message: 'count 2', finish: rollBack },
  called: { message: 'added', finish: answered('ask', 'submit', { more: 22 }) },
  caller: { message: '42', finish: byItself },
  secret: { message: '16 characters\n[secret key]', finish: answered('ask', 'yes') },
  file: { message: 'paper.txt: on paper', finish: answered('ask', 'yes') },
  large: { message: '200000 characters', finish: answered('ask', 'yes') },
  loop: { message: 'one two three', finish: sayTwoWords },
  map: { message: '3 taken', finish: takeAll },
  branches: { message: '6 turns', finish: answerBranches },
  server: { message: 'Echo: first The sum of 19 and 23 is 42.', finish: allowAgain },
  'first in line': { message: 'over', finish: answered('ask', 'yes') },
  'second in line': { message: 'over', finish: answered('ask', 'yes') },
  'long and waiting': { message: 'sum 2600', finish: answeredBySession('ask', 'yes') },
  'far timer': {
    status: 'cancelled',
    message: null,
    async finish(gatehouse, run) {
      await untouched(gatehouse, run, 'waiting');
      await gatehouse.control(run.id, 'cancel');
    },
  },
  'long and ended': { message: 'sum 2600', finish: byItself },
  approved: { message: '# Notes yes', finish: byItself },
  aborted: { status: 'failed', message: 'aborted by api', finish: byItself },
  archived: { status: 'cancelled', message: null, finish: byItself },
};
