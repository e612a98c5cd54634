import { describe, expect, test } from 'vitest';
import { stored } from '../../testing/engine/stored-run.ts';
import type { Walk } from '../../testing/engine/walk.ts';
import { diceOf } from './dice.ts';
import { type DrawnWorkflow, fileOf } from './drawn-workflow.ts';
import { comparable, engineRun } from './engine-story.ts';
import { modelRun } from './oracle.ts';
import type { ModelRun } from './oracle-data.ts';
import { foldEvents, graphOfDrawn, play, playAfterCrash } from './played-run.ts';
import { drawWorkflow } from './random-workflow.ts';
import { type Script, scriptOf } from './script.ts';

const graphs = 2000;
const timeout = 180_000;

type Drawn = { seed: number; drawn: DrawnWorkflow; script: Script; model: ModelRun; walk: Walk };

const known = new Map<number, Drawn>();

function drawnOf(seed: number, drawn: DrawnWorkflow): Drawn {
  const found = known.get(seed);
  if (found) return found;
  const script = scriptOf(seed);
  const walk = play(drawn, graphOfDrawn(drawn), script);
  const one = { seed, drawn, script, walk, model: modelRun(drawn, script) };
  known.set(seed, one);
  return one;
}

/** Looks at every graph; a failure says which one, so that it can be drawn and walked again. */
function forEach(look: (one: Drawn) => void): void {
  for (let seed = 1; seed <= graphs; seed++) {
    const drawn = drawWorkflow(seed);
    try {
      look(drawnOf(seed, drawn));
    } catch (error) {
      const problem = error instanceof Error ? error : new Error(String(error));
      problem.message = `seed ${seed}: ${problem.message}\n\n${fileOf(drawn)}`;
      throw problem;
    }
  }
}

function expectAgreement({ drawn, model }: Drawn, walk: Walk): void {
  expect(comparable(engineRun(walk), model, drawn)).toEqual(comparable(model, model, drawn));
}

/** Two of them; of every twentieth graph all. */
function someOf<Value>(values: Value[], seed: number): Value[] {
  const dice = diceOf(-seed);
  return seed % 20 === 0 ? values : [dice.one(values), dice.one(values)];
}

describe('2,000 drawn workflows, with failures and answers, agree with an independent model', () => {
  test('in the path of every position, the visits and the data (visits in a loop are capped by max_visits × (max + 1), `item` is the innermost)', {
    timeout,
  }, () => {
    forEach((one) => expectAgreement(one, one.walk));
  });

  test('when the run is folded from its events, and from any snapshot and the rest of them', { timeout }, () => {
    forEach(({ seed, walk: { events, state } }) => {
      expect(foldEvents(events)).toEqual(state);
      for (const { seq } of someOf(events, seed)) {
        const snapshot = stored(foldEvents(events.slice(0, seq)));
        expect(stored(foldEvents(events.slice(seq), snapshot))).toEqual(stored(state));
      }
    });
  });

  test('after a crash at any commit, up to the attempts that were tried again', { timeout }, () => {
    forEach((one) => {
      for (const commit of someOf(one.walk.commits, one.seed)) {
        expectAgreement(one, playAfterCrash(one.drawn, one.script, one.walk, commit));
      }
    });
  });

  test('and every type of node, every kind of question and every way to end was among them', { timeout }, () => {
    const seen = new Set<string>();
    forEach(({ drawn, walk: { events, state } }) => {
      for (const { id, type } of drawn.steps) if (state.nodes[id]) seen.add(type);
      for (const event of events) seen.add(event.type === 'gate_opened' ? event.data.gate.purpose : event.type);
      seen.add(state.status);
    });
    const types = ['cli', 'action', 'if', 'switch', 'validate', 'loop', 'end_loop', 'parallel', 'map', 'group', 'wait'];
    const beside = ['agent', 'background_awaited', 'node_suspended', 'check_evaluated'];
    const others = ['signal', 'gate', 'checkpoint', 'end', 'rolled_back', 'gate_expired', 'retry', 'run_paused'];
    const purposes = ['node', 'failure', 'rejected', 'interrupted', 'visits', 'tool'];
    expect([...seen]).toEqual(
      expect.arrayContaining([...types, ...beside, ...others, ...purposes, 'completed', 'failed', 'cancelled']),
    );
  });
});
