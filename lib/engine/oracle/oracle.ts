// An independent, small model of the semantics: walks a drawn workflow step by step, one position after another, with no
// events, no phases and no clock. Branches do not touch each other's data, so one after the other is as good as at once.
import type { DrawnGate, DrawnWorkflow, Step, Test } from './drawn-workflow.ts';
import { newAsker } from './oracle-ask.ts';
import { endAttempt, judge, newAttempt } from './oracle-attempt.ts';
import {
  doEffect,
  holds,
  isOver,
  keepCopy,
  leaveLoop,
  type ModelRun,
  missing,
  newPosition,
  newRun,
  newVisit,
  over,
  type Position,
  passedBy,
  prevOf,
  roundsOf,
  takeOver,
  type Visit,
  visitCap,
} from './oracle-data.ts';
import { branchesOf, entranceOf, winnersOf } from './oracle-split.ts';
import { markedValue, type Script, valuesFor } from './script.ts';

const work = new Set(['cli', 'action']);

export function modelRun({ steps }: DrawnWorkflow, script: Script): ModelRun {
  const run = newRun();
  const order = new Map(steps.map(({ id }, index) => [id, index]));
  const stepOf = (id: string) => steps[order.get(id) as number] as Step;

  const { tell, choose, ask } = newAsker(run, script);
  const isTrue = ({ at, number }: Visit, test: Test) => holds(run, at, number, test);

  /** Asks and says what follows: a way, or undefined to go on in the node. */
  function passGate(visit: Visit, gate: DrawnGate, onTarget: (target: string) => string): string | undefined {
    const answer = ask(visit, gate);
    if (!answer) return askWhatNow(visit, 'failure');
    const target = gate.on[answer.option];
    if (target !== undefined) return onTarget(target);
    if (gate.kind === 'approval' && answer.option === 'no') return askWhatNow(visit, 'rejected');
    visit.passed.add(gate);
    return undefined;
  }

  /** Retry begins the node anew, Skip leaves it out. */
  function askWhatNow(visit: Visit, purpose: 'failure' | 'rejected'): string {
    if (choose(visit, purpose, ['retry', 'skip', 'abort']) === 'skip') return skip(visit, 'person');
    visit.failures = 0;
    return enter(visit);
  }

  function leave(visit: Visit, target: string): string {
    return target === 'escalate' ? askWhatNow(visit, 'failure') : target;
  }

  function skip(visit: Visit, reason: string, to: string | null = null): string {
    const { at, step } = visit;
    tell(at, `${step.id} skipped ${reason}`);
    count(visit);
    delete run.verdicts[step.id];
    run.outputs[step.id] = null;
    at.own.set(step.id, null);
    // Whoever skips has been asked already.
    const next = reason === 'person' && step.next === 'escalate' ? 'next' : (step.next ?? 'next');
    return leave(visit, to ?? next);
  }

  function visitStep(at: Position, step: Step): string {
    const number = (run.visits[step.id] ?? 0) + 1;
    run.visits[step.id] = number;
    const arrival = (at.arrivals.get(step.id) ?? 0) + 1;
    at.arrivals.set(step.id, arrival);
    const place = { visit: `${at.path}|${step.id}|${arrival}`, isInSplit: at.parent !== null };
    const visit = newVisit(at, step, number, place);
    if (at.parent === null && number > visitCap(at, step)) choose(visit, 'visits', ['continue', 'abort']);
    return enter(visit);
  }

  function enter(visit: Visit): string {
    if (!visit.step.isEnabled) return skip(visit, 'disabled', passedBy(visit.step));
    for (const gate of visit.step.gates) {
      if (gate.when !== 'before' || gate.kind === 'none' || visit.passed.has(gate)) continue;
      const way = passGate(visit, gate, (target) => skip(visit, 'person', target));
      if (way !== undefined) return way;
    }
    try {
      return perform(visit);
    } catch (problem) {
      if (problem !== missing) throw problem;
      return fail(visit);
    }
  }

  function perform(visit: Visit): string {
    const { at, step } = visit;
    switch (step.type) {
      case 'cli':
        return tryOut(visit, step.isSteady);
      case 'agent':
        if (at.path.includes('~')) return tryOut(visit, false);
        workBeside(visit);
        return leave(visit, step.next ?? 'next');
      case 'action':
        for (const drawn of step.drawnEffects) doEffect(run, drawn);
        return complete(visit, null);
      case 'if': {
        const result = isTrue(visit, step.test);
        return complete(visit, result, result ? step.then : step.else);
      }
      case 'switch': {
        const found = step.cases.findIndex(({ test }) => isTrue(visit, test));
        const taken = step.cases[found];
        if (!taken && step.default === null) return complete(visit, null, 'complete');
        return complete(visit, taken ? `case ${found}` : 'default', taken?.then ?? step.default);
      }
      case 'validate': {
        // What cannot be answered does not hold.
        const holds = (test: (typeof step.tests)[number]) => {
          try {
            return isTrue(visit, test);
          } catch {
            return false;
          }
        };
        const errors = step.tests.flatMap((test, index) => (holds(test) ? [] : [`no ${index}`]));
        run.computed.validation_errors = errors;
        const valid = errors.length === 0;
        return complete(visit, { valid, errors }, valid ? step.valid : step.invalid);
      }
      case 'loop': {
        const rounds = roundsOf(at, step.id);
        const isDone = rounds > 0 && step.until !== null && isTrue(visit, step.until);
        leaveLoop(at, step.id);
        if (isDone || rounds >= step.max) {
          return complete(visit, { iterations: rounds, reason: isDone ? 'until' : 'max' }, step.done);
        }
        at.loops.push({ id: step.id, index: rounds, max: step.max });
        return complete(visit, { iteration: rounds + 1 }, step.body);
      }
      case 'end_loop':
        return complete(visit, null, step.loop);
      case 'parallel':
      case 'map':
      case 'group':
        return complete(visit, split(visit));
      case 'wait':
        return complete(visit, { until: '*' });
      case 'signal':
        return step.isLate ? tryOut(visit, false) : complete(visit, { said: step.name });
      case 'gate': {
        const answer = ask(visit, step.gate);
        if (!answer) return askWhatNow(visit, 'failure');
        const target = step.gate.on[answer.option] ?? null;
        if (step.gate.kind === 'approval' && answer.option === 'no' && target === null)
          return askWhatNow(visit, 'rejected');
        return complete(visit, { option: answer.option, values: answer.values }, target);
      }
      case 'checkpoint': {
        keepCopy(run, step.id);
        if (step.asks) choose(visit, 'checkpoint', ['continue', 'pause', 'abort']);
        return complete(visit, step.asks ? { name: step.id } : { name: step.id, label: step.id });
      }
      case 'end': {
        finish(visit, { outcome: step.outcome, message: '' });
        const { outcome } = step;
        const isFailure = outcome === 'failure' || outcome === 'error';
        throw over(outcome === 'cancelled' ? 'cancelled' : isFailure ? 'failed' : 'completed');
      }
    }
  }

  /** Attempts of work whose end is scripted. A signal that nobody sends ends every attempt with a timeout. */
  function tryOut(visit: Visit, isSteady: boolean): string {
    const { at, step } = visit;
    const isLate = step.type === 'signal';
    for (let attempt = newAttempt(); ; ) {
      const { kind, ...given } = endAttempt(script, visit, attempt, isSteady || isLate);
      const value = 'value' in given ? given.value : 0;
      if (kind === 'ok' && !isLate && judge(run, visit, value)) {
        const before = () => prevOf(run, at, at.prev === null ? null : stepOf(at.prev));
        return complete(visit, { node: step.id, value, prev: step.type === 'agent' ? 'beside' : before() });
      }
      if (kind === 'interrupted') {
        tell(at, `${step.id} interrupted`);
        // A report is heard again: the program has ended.
        if (attempt.last === 'callback') continue;
        const option = step.isIdempotent ? 'retry' : choose(visit, 'interrupted', ['retry', 'skip', 'mark_done']);
        if (option === 'skip') return skip(visit, 'person');
        if (option === 'mark_done') {
          judge(run, visit, markedValue);
          return complete(visit, valuesFor(option).result);
        }
      } else {
        visit.failures++;
        if (visit.failures >= step.attempts) return fail(visit);
        tell(at, `${step.id} retried`);
      }
      attempt = newAttempt();
    }
  }

  /** What works in the background gives what it gives; whoever refers to it waits for it, so when does not matter. */
  function workBeside({ at, step, number }: Visit): void {
    const path = `${at.path}~${step.id}#${at.arrivals.get(step.id)}`;
    const place = { visit: `${path}|${step.id}|1`, isInSplit: true };
    const worker = newPosition(path, at);
    tryOut(newVisit(worker, step, number, place), false);
    if (at.parent !== null) takeOver(at, worker, false);
  }

  const count = ({ step }: Visit) => {
    run.finished += step.type === 'agent' ? 0 : 1;
  };

  function fail(visit: Visit): string {
    const { at, step } = visit;
    tell(at, `${step.id} failed`);
    count(visit);
    if (step.onFailure === 'ask') return askWhatNow(visit, 'failure');
    if (step.onFailure === 'skip') return skip(visit, 'failure');
    if (step.onFailure === 'fail') throw over('failed');
    return leave(visit, step.onFailure);
  }

  function finish(visit: Visit, output: unknown): void {
    const { at, step } = visit;
    tell(at, `${step.id} completed ${JSON.stringify(output)}`);
    count(visit);
    run.outputs[step.id] = output;
    at.own.set(step.id, output);
    at.output = output;
    if (step.saves) run.computed[`kept_${step.id}`] = (output as { value: unknown }).value;
    if (!work.has(step.type)) return;
    at.prev = step.id;
    at.worked = step.id;
  }

  function complete(visit: Visit, output: unknown, to: string | null = null): string {
    finish(visit, output);
    const after = visit.step.gates.filter(({ when, kind }) => when === 'after' && kind !== 'none');
    for (const gate of after) {
      const way = passGate(visit, gate, (target) => leave(visit, target));
      if (way !== undefined) return way;
    }
    if (to !== null) return leave(visit, to);
    const condition = visit.step.conditions.find(({ test }) => isTrue(visit, test));
    return leave(visit, condition?.then ?? visit.step.next ?? 'next');
  }

  function split({ at, step }: Visit): unknown {
    const branches = branchesOf(step);
    const winners = winnersOf(step, (id) => stepOf(id));
    const worked: string[] = [];
    const results = branches.map(({ key, start, item }): [string, unknown] => {
      const child = newPosition(`${at.path}/${step.id}#${at.arrivals.get(step.id)}:${key}`, at, item);
      if (winners.has(key)) walk(child, entranceOf(stepOf(start), step));
      else if (step.type === 'parallel' && step.limit === null) run.visits[start] = (run.visits[start] ?? 0) + 1;
      if (child.worked !== null) worked.push(child.worked);
      if (at.parent !== null) takeOver(at, child, step.type === 'map');
      return [key, winners.has(key) ? child.output : null];
    });
    const last = worked.toSorted((a, b) => (order.get(b) as number) - (order.get(a) as number))[0];
    if (last !== undefined) {
      at.prev = last;
      at.worked = last;
    }
    return step.type === 'map' ? results.map(([, result]) => result) : Object.fromEntries(results);
  }

  /** Walks one position until its way ends. */
  function walk(at: Position, start: string): void {
    const isMember = stepOf(start).group !== null;
    let step = stepOf(start);
    for (;;) {
      const target = visitStep(at, step);
      if (target === 'fail') throw over('failed');
      if (target === 'complete' || target === 'join' || (isMember && target === 'next')) return;
      const { id } = target === 'next' ? followingOf(step) : stepOf(target);
      step = stepOf(entranceOf(stepOf(id), step));
    }
  }

  function followingOf(step: Step): Step {
    const members = step.type === 'group' ? step.members.length : 0;
    return steps[(order.get(step.id) as number) + members + 1] as Step;
  }

  try {
    walk(newPosition('main', null), (steps[0] as Step).id);
    run.status = 'completed';
  } catch (thrown) {
    if (!isOver(thrown)) throw thrown;
    run.status = thrown.over;
  }
  return run;
}
