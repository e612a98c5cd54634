// Gates are kept three times: in the state those that are open, in rows and on the page all. Here the three are held, event
// by event, against each other and against what the positions and the answers of the run say by themselves.
import { describe, expect, test } from 'vitest';
import { newLiveRun } from '../../runs/work/live-run.ts';
import { draftEvents } from '../../runs/work/record-events.ts';
import { noSecrets } from '../../secrets/run-secrets.ts';
import { record, type Walk } from '../../testing/engine/walk.ts';
import { ada, restartDraft, rollbackDraft } from '../../testing/engine/walk-rewind.ts';
import type { Graph } from '../../workflow/graph.ts';
import { gateKeys } from '../event-types.ts';
import type { Draft, Gate, GateAnswer, RunEvent } from '../events.ts';
import { applyEvent } from '../fold/apply-event.ts';
import type { RunGate } from '../fold/gate-changes.ts';
import type { RunState } from '../state.ts';
import { noHistory } from '../view/run-history.ts';
import { receive, viewOf } from '../view/run-view.ts';
import { type Dice, diceOf } from './dice.ts';
import { type DrawnWorkflow, fileOf } from './drawn-workflow.ts';
import { foldEvents, graphOfDrawn, play } from './played-run.ts';
import { drawWorkflow } from './random-workflow.ts';
import { scriptOf } from './script.ts';

const graphs = 1000;
const timeout = 180_000;

/** Every second one with joins that do not wait for all, so that branches are cut off while they ask. */
function drawnWith(seed: number): DrawnWorkflow {
  const drawn = drawWorkflow(seed);
  if (seed % 2 === 0) return drawn;
  const join = seed % 4 === 1 ? 'any' : 'majority';
  return { seed, steps: drawn.steps.map((step) => (step.type === 'parallel' ? { ...step, join } : step)) };
}

/** The run up to a moment at which people are asked; then a vote, a reminder, and it is taken back or cancelled. */
function cutShort(walk: Walk, dice: Dice): Walk | null {
  const asking = walk.events.filter((event) => event.type === 'gate_opened');
  if (asking.length === 0) return null;
  const events = walk.events.slice(0, dice.one(asking).seq);
  const short: Walk = { ...walk, events, state: foldEvents(events), now: events.at(-1)?.at ?? walk.now, commits: [] };
  const gate = dice.one(Object.values(short.state.gates));
  const answer = { option: 'yes', values: {}, comment: null, by: 'grace', via: 'test', at: short.now };
  const keys = gateKeys(gate);
  record(short, [
    { type: 'gate_voted', ...keys, data: { gate: gate.id, answer, shown: '' } },
    { type: 'gate_reminded', ...keys, data: { gate: gate.id, next_at: short.now } },
  ]);
  record(short, [endOf(short, dice)]);
  return short;
}

function endOf(walk: Walk, dice: Dice): Draft {
  const { checkpoints, nodes } = walk.state;
  const saved = Object.keys(checkpoints);
  if (dice.chance(20)) return { type: 'run_cancelled', data: { ...ada, message: null } };
  return saved.length > 0 && dice.chance(60)
    ? rollbackDraft(walk, dice.one(saved))
    : restartDraft(walk, dice.one(Object.keys(nodes)));
}

type Standing = { id: string; status: RunGate['status']; answer: GateAnswer | null };

const inWords = (gates: Iterable<Standing>) =>
  [...gates].map(({ id, status, answer }) => `${id} ${status} ${answer?.option} by ${answer?.by}`).sort();

/** What must be so: people are asked where a position stands at a gate, or where the run is held. */
function askedFor({ active, held }: RunState): string[] {
  const asked = active.flatMap(({ gate }) => gate ?? []);
  return held && held.answer === null ? [...asked, held.gate] : asked;
}

function expected(told: Map<string, Standing>, state: RunState, event: RunEvent): Standing[] {
  if (event.type === 'gate_opened') {
    told.set(event.data.gate.id, { id: event.data.gate.id, status: 'open', answer: null });
  }
  if (event.type === 'gate_answered') {
    told.set(event.data.gate, { id: event.data.gate, status: 'answered', answer: event.data.answer });
  }
  const asked = new Set(askedFor(state));
  return [...told.values()].map((gate) =>
    gate.status === 'answered' ? gate : { ...gate, status: asked.has(gate.id) ? 'open' : 'closed' },
  );
}

function expectAgreement(graph: Graph, events: RunEvent[], seen: Set<string>): void {
  const [created, ...others] = events as [RunEvent, ...RunEvent[]];
  const state = applyEvent(null, created);
  const run = newLiveRun({ id: state.run, graph, state, secrets: noSecrets });
  let page = viewOf({ run: { state, gates: [] }, events: [created], history: noHistory, artifacts: [] });
  const told = new Map<string, Standing>();
  for (const event of others) {
    const { seq: _, at, ...draft } = event;
    const before = inWords(run.gates.values());
    const time = () => Date.parse(at);
    const clock = { now: time, date: time, at: () => at, dateAt: () => at };
    const signer = { id: '', publicKey: '', sign: () => 'signed' };
    page = receive(page, draftEvents({ clock, signer }, run, [draft as Draft]));
    const rows = inWords(run.gates.values());
    const wanted = inWords(expected(told, run.state, event));
    const isSame = [rows, inWords(page.gates)].every((gates) => gates.join() === wanted.join());
    if (!isSame)
      expect({ at: event, rows, page: inWords(page.gates) }).toEqual({ at: event, rows: wanted, page: wanted });
    const open = [...run.gates.values()].flatMap(({ id, status }) => (status === 'open' ? [id] : [])).sort();
    if (open.join() !== Object.keys(run.state.gates).sort().join()) expect(run.state.gates).toEqual(open);
    for (const word of rows) if (!before.includes(word)) seen.add(`${word.split(' ')[1]} by ${event.type}`);
  }
  const plain = ({ run: _run, status: _status, answer: _answer, ...gate }: RunGate): Gate => gate;
  expect(page.gates).toEqual([...run.gates.values()]);
  expect(page.gates.filter(({ status }) => status === 'open').map(plain)).toEqual(Object.values(run.state.gates));
  expect(page.state).toEqual(run.state);
}

describe('1,000 drawn workflows, half of them with joins that cut branches off', () => {
  test('at every event the gates on the page, in the rows and in the state are the same', { timeout }, () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= graphs; seed++) {
      const drawn = drawnWith(seed);
      const graph = graphOfDrawn(drawn);
      try {
        const walk = play(drawn, graph, scriptOf(seed));
        expectAgreement(graph, walk.events, seen);
        const short = cutShort(walk, diceOf(-seed));
        if (short) expectAgreement(graph, short.events, seen);
      } catch (error) {
        const problem = error instanceof Error ? error : new Error(String(error));
        problem.message = `seed ${seed}: ${problem.message}\n\n${fileOf(drawn)}`;
        throw problem;
      }
    }
    const ends = ['branch_ended', 'gate_expired', 'rolled_back', 'run_restarted', 'run_cancelled', 'run_failed'];
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'open by gate_opened',
        'answered by gate_answered',
        ...ends.map((by) => `closed by ${by}`),
      ]),
    );
  });
});
