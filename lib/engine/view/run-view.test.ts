import { describe, expect, test } from 'vitest';
import { asksForTool, begin, cli, research } from '../../testing/engine/background-runs.ts';
import { finish, settle } from '../../testing/engine/steps.ts';
import {
  draftAnswer,
  goOn,
  openGate,
  openGates,
  passTime,
  record,
  type Walk,
  walkRun,
} from '../../testing/engine/walk.ts';
import { restartDraft } from '../../testing/engine/walk-rewind.ts';
import type { Draft, Gate, RunEvent } from '../events.ts';
import { applyEvent } from '../fold/apply-event.ts';
import { noHistory } from './run-history.ts';
import { type RunView, receive, receiveArtifacts, receiveOlder, viewOf } from './run-view.ts';
import { emptyTimeline, foldTimeline } from './timeline.ts';

const drafts: Draft[] = [
  {
    type: 'run_created',
    data: {
      run: 'r1',
      workflow: 'hello',
      name: 'Hello',
      version: '1.0.0',
      inputs: {},
      started_by: 'owner',
      start: 'a',
      state: { computed: {}, flags: {}, custom: {} },
      approved_servers: [],
      workspace: '/w',
    },
  },
  { type: 'run_started', data: {} },
  { type: 'node_started', node: 'a', visit: 1, attempt: 1, data: { type: 'cli' } },
  {
    type: 'artifact_saved',
    node: 'a',
    visit: 1,
    attempt: 1,
    data: { id: 'f1', name: 'a.txt', type: 'text/plain', size: 3, sha256: 'ab' },
  },
  { type: 'node_completed', node: 'a', visit: 1, attempt: 1, data: { output: 1, outcome: {} } },
  { type: 'run_completed', data: { outcome: 'success', message: null } },
];
const events = drafts.map((draft, i) => ({ ...draft, seq: i + 1, at: `2026-01-01T00:00:0${i}.000Z` }) as RunEvent);
const [created] = events as [RunEvent];

/** A page that has seen the first event only. */
const first: RunView = {
  state: applyEvent(null, created),
  timeline: foldTimeline(emptyTimeline, [created]),
  events: [created],
  gates: [],
  artifacts: [],
  artifactCount: 0,
  facts: {},
  missingAfter: null,
};

describe('receive', () => {
  test('events in order are folded as the server folds them', () => {
    const view = receive(first, events.slice(1));
    expect(view.state).toEqual(events.slice(1).reduce(applyEvent, first.state));
    expect(view.artifacts.map(({ name }) => name)).toEqual(['a.txt']);
    expect(view.events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('votes and reminders reach the gate that is on the screen', () => {
    const { events: walked } = walkRun('  agree: { type: gate, kind: approval, quorum: 2, remind: 1h }');
    const opened = walked.reduce((view, event) => receive(view, [event]), {
      ...first,
      state: applyEvent(null, walked[0] as RunEvent),
    });
    const [gate] = opened.gates;
    const keys = { at: '2026-01-01T00:10:00.000Z', node: 'agree', visit: 1 };
    const answer = { option: 'yes', values: {}, comment: null, by: 'ann', via: 'console', at: keys.at };
    const { seq } = opened.state;
    const voted = receive(opened, [
      { ...keys, seq: seq + 1, type: 'gate_voted', data: { gate: gate?.id ?? '', answer, shown: '' } },
      { ...keys, seq: seq + 2, type: 'gate_reminded', data: { gate: gate?.id ?? '', next_at: keys.at } },
    ]);
    expect(voted.gates).toMatchObject([{ status: 'open', votes: [{ by: 'ann', option: 'yes' }], remind_at: keys.at }]);
  });

  test('a repeated event is dropped', () => {
    const once = receive(first, events.slice(1, 4));
    expect(receive(once, events.slice(0, 4))).toBe(once);
    expect(receive(once, events.slice(2)).events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('a gap is reported, nothing after it is folded, and the missing events heal it', () => {
    const torn = receive(first, [...events.slice(1, 3), ...events.slice(4)]);
    expect(torn.missingAfter).toBe(3);
    expect(torn.state.seq).toBe(3);
    const healed = receive(torn, events.slice(3));
    expect(healed.missingAfter).toBeNull();
    expect(healed.state.status).toBe('completed');
  });

  test('after the end nothing is folded any more', () => {
    const ended = receive(first, events.slice(1));
    const late = { ...events[1], seq: 7 } as RunEvent;
    expect(receive(ended, [late])).toBe(ended);
  });

  test('a run that was taken back is folded on after its end', () => {
    const ended = receive(first, events.slice(1));
    const restarted = {
      seq: 7,
      at: '2026-01-01T00:00:07.000Z',
      type: 'run_restarted',
      node: 'a',
      data: { by: 'o', via: 'c', node: 'a', active: first.state.active },
    } as RunEvent;
    const view = receive(ended, [restarted]);
    expect(view.state).toMatchObject({ status: 'running', ended_at: null });
    expect(view.timeline.end).toBeNull();
  });
});

test('files that are read later and those that come live are one list, each once, and all are counted from the start', () => {
  const file = (id: string, seq: number) => ({
    ...{ id, seq, node: 'a', visit: 1, attempt: 1, name: id, type: 'text/plain', size: 1, sha256: '' },
  });
  const page = { ...first, artifacts: [file('f0', 1)], artifactCount: 3 };
  const live = receive(page, events.slice(1));
  expect(live.artifactCount).toBe(4);
  const saved = events.find(({ type }) => type === 'artifact_saved')?.seq ?? 0;
  const whole = receiveArtifacts(live, [file('fb', 1.2), file('fa', 1.1), file('f1', saved)]);
  expect(whole.artifacts.map(({ id }) => id)).toEqual(['f0', 'fa', 'fb', 'f1']);
  expect(whole.artifactCount).toBe(4);
});

describe('the gates of the page', () => {
  const gatesOf = ({ events: [created, ...others] }: Walk) => {
    const state = applyEvent(null, created as RunEvent);
    const beginning = { run: { state, gates: [] }, events: [], history: noHistory, artifacts: [] };
    return receive(viewOf(beginning), others).gates;
  };
  const standings = (walk: Walk) => gatesOf(walk).map(({ node, status, answer }) => [node, status, answer?.option]);

  test('one is open until it is answered, and closed when the run ends first', () => {
    const walk = walkRun('  ask: { type: gate, kind: approval }');
    expect(gatesOf(walk)).toEqual([{ ...openGate(walk), run: 'run-1', status: 'open', answer: null }]);
    record(walk, [{ type: 'run_cancelled', data: { by: 'o', via: 'c', message: null } }]);
    expect(standings(walk)).toEqual([['ask', 'closed', undefined]]);
  });

  test('U26 one whose branch is not waited for any more is closed', () => {
    const walk = walkRun(`
  both: { type: parallel, branches: { a: left, b: right }, join: any }
  done: { type: end }
  left: { type: gate, kind: approval, next: join }
  right: { type: gate, kind: approval, next: join }`);
    const [left] = openGates(walk);
    record(walk, [draftAnswer(left as Gate, { option: 'yes' }, walk.now)]);
    goOn(walk);
    expect(walk.state.status).toBe('completed');
    expect(standings(walk)).toEqual([
      ['left', 'answered', 'yes'],
      ['right', 'closed', undefined],
    ]);
  });

  test('U23 they stand in the order of their branches, in which they were asked, also when the page is opened anew', () => {
    const walk = walkRun(`
  all: { type: parallel, branches: { z: zeta, a: alpha, m: mid } }
  done: { type: end }
  zeta: { type: gate, kind: approval, next: join }
  alpha: { type: gate, kind: approval, next: join }
  mid: { type: gate, kind: approval, next: join }`);
    const live = gatesOf(walk);
    expect(live.map(({ node }) => node)).toEqual(['zeta', 'alpha', 'mid']);
    const run = { state: walk.state, gates: live.toReversed() };
    expect(viewOf({ run, events: [], history: noHistory, artifacts: [] }).gates).toEqual(live);
  });

  test('one that expires with a declared answer stays open until that is given', () => {
    const walk = walkRun('  ask: { type: gate, kind: approval, expires: { after: 1h, then: no } }');
    passTime(walk, 3_600_000);
    const expired = walk.events.findIndex(({ type }) => type === 'gate_expired');
    expect(standings({ ...walk, events: walk.events.slice(0, expired + 1) })).toEqual([['ask', 'open', undefined]]);
    expect(standings(walk)[0]).toEqual(['ask', 'answered', 'no']);
  });

  test('one of work in the background stays open when the run is taken back beside it', () => {
    const walk = begin([research(', artifacts: []'), cli('write'), cli('use')]);
    settle(walk);
    finish(walk, 'research', asksForTool);
    record(walk, [restartDraft(walk, 'write')]);
    expect(standings(walk)).toEqual([['research', 'open', undefined]]);
  });
});

describe('receiveOlder', () => {
  const late: RunView = { ...receive(first, events.slice(1)), events: events.slice(3) };

  test('older events that join the window are put before it', () => {
    expect(receiveOlder(late, events.slice(0, 3)).events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('older events that would leave a hole are refused', () => {
    expect(receiveOlder(late, events.slice(0, 2))).toBe(late);
  });
});
