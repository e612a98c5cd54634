import { expect, test } from 'vitest';
import { answer, eventsOf, type Walk, walkRun } from '../../testing/engine/walk.ts';
import { restartDraft, rollbackDraft } from '../../testing/engine/walk-rewind.ts';
import type { Draft, RunEvent } from '../events.ts';
import { applyEvent } from '../fold/apply-event.ts';
import { planRewind } from './plan-rewind.ts';

function planOf(walk: Walk, draft: Draft, since: number, answersUntil: number) {
  const { graph, state: now, events } = walk;
  const then = applyEvent(now, { ...draft, seq: now.seq + 1, at: walk.now } as RunEvent);
  return planRewind({ graph, now, then, since, answersUntil, events });
}

// agree → save → build → judge → publish → done
const nodes = `
  agree: { type: gate, kind: approval }
  save: { type: checkpoint }
  build: { type: cli, command: [make, all], save: { built: yes } }
  judge: { type: gate, kind: approval }
  publish: { type: cli, command: [make, release] }
  done: { type: end }`;

function finished(): Walk {
  const walk = walkRun(nodes);
  answer(walk, 'yes');
  answer(walk, 'yes', {}, 'grace');
  return walk;
}

test('the plan of a rollback says what runs again, which answers stay, what is not undone and which data change', () => {
  const walk = finished();
  const since = eventsOf(walk, 'checkpoint_created')[0]?.seq ?? 0;
  const plan = planOf(walk, rollbackDraft(walk, 'save'), since, since);
  expect(plan.position).toEqual([{ node: 'save', how: 'goes on after' }]);
  expect(plan.runs_again).toEqual(['build', 'judge', 'publish', 'done']);
  expect(plan.answers).toMatchObject([
    { node: 'agree', option: 'yes', by: 'ada', kept: true },
    { node: 'judge', option: 'yes', by: 'grace', kept: false },
  ]);
  expect(plan.not_undone).toEqual([
    { node: 'build', visit: 1, what: 'make all' },
    { node: 'publish', visit: 1, what: 'make release' },
  ]);
  expect(plan.data_changes).toContainEqual({ path: 'computed.built', now: 'yes', then: null });
  expect(plan.data_changes.map(({ path }) => path)).toContain('user_responses.judge');
});

test('the plan of a restart changes no data and keeps the answers of nodes that are not entered again', () => {
  const walk = finished();
  const arrival = eventsOf(walk, 'node_started').find(({ node }) => node === 'publish')?.seq ?? 0;
  const plan = planOf(walk, restartDraft(walk, 'publish'), arrival - 1, walk.state.seq);
  expect(plan).toMatchObject({ runs_again: ['publish', 'done'], data_changes: [] });
  expect(plan.position).toEqual([{ node: 'publish', how: 'enters' }]);
  expect(plan.answers.map(({ kept }) => kept)).toEqual([true, true]);
  expect(plan.not_undone).toEqual([{ node: 'publish', visit: 1, what: 'make release' }]);
});
