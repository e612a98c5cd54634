// An independent, small model of the semantics: walks a drawn workflow step by step, one position after another, with no
// events, no phases and no clock. Branches do not touch each other's data, so one after the other is as good as at once.
import { type DrawnGate, type DrawnWorkflow, optionsOf, type Step, type Test } from './drawn-workflow.ts';
import {
  type Answer,
  doDeed,
  holds,
  isOver,
  keepCopy,
  type ModelRun,
  missing,
  newPosition,
  newRun,
  over,
  type Position,
  passedBy,
  prevOf,
  takeOver,
  type Visit,
  visitCap,
} from './model-data.ts';
import { branchesOf, winnersOf } from './model-fork.ts';
import { type Script, valuesFor } from './script.ts';

const work = new Set(['cli', 'action']);

export function modelRun({ steps }: DrawnWorkflow, script: Script): ModelRun {
  const run = newRun();
  const order = new Map(steps.map(({ id }, index) => [id, index]));
  const stepOf = (id: string) => steps[order.get(id) as number] as Step;

  function tell({ path }: Position, text: string): void {
    run.paths[path] = [...(run.paths[path] ?? []), text];
  }

  const isTrue = ({ at, number }: Visit, test: Test) => holds(run, at, number, test);

  function choose(visit: Visit, purpose: string, options: string[]): string {
    const option = script.answer(visit.place, visit.asked++, { purpose, options, canExpire: false }) as string;
    tell(visit.at, `${visit.step.id} answered ${option}`);
    if (option === 'abort') throw over(purpose === 'failure' ? 'failed' : 'cancelled');
    return option;
  }

  /** The answer to a node's own gate; null when nobody gave one and none is declared. */
  function ask(visit: Visit, gate: DrawnGate): Answer | null {
    const { step, at } = visit;
    const isAutomatic = gate.kind === 'info' && !gate.waits;
    const question = { purpose: 'node', options: optionsOf(gate.kind), canExpire: gate.expires !== null };
    let option = isAutomatic ? 'continue' : script.answer(visit.place, visit.asked++, question);
    let values = option === null || isAutomatic ? {} : valuesFor(option);
    if (option === null) {
      tell(at, `${step.id} expired`);
      option = gate.expires?.then ?? null;
      values = {};
    }
    if (option === null) return null;
    tell(at, `${step.id} answered ${option}`);
    run.responses[step.id] = { option, values };
    return { option, values };
  }

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
    run.finished++;
    run.outputs[step.id] = null;
    at.own.set(step.id, null);
    return leave(visit, to ?? step.next ?? 'next');
  }

  function visitStep(at: Position, step: Step): string {
    const number = (run.visits[step.id] ?? 0) + 1;
    run.visits[step.id] = number;
    const arrival = (at.arrivals.get(step.id) ?? 0) + 1;
    at.arrivals.set(step.id, arrival);
    const place = { visit: `${at.path}|${step.id}|${arrival}`, isInFork: at.parent !== null };
    const visit: Visit = { at, step, number, place, asked: 0, tried: 0, failures: 0, passed: new Set() };
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
      case 'action':
        for (const deed of step.deeds) doDeed(run, deed);
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
        const errors = step.tests.flatMap((test, index) => (isTrue(visit, test) ? [] : [`no ${index}`]));
        run.computed.validation_errors = errors;
        const valid = errors.length === 0;
        return complete(visit, { valid, errors }, valid ? step.valid : step.invalid);
      }
      case 'loop': {
        const place = at.loops.findIndex(({ id }) => id === step.id);
        const rounds = place < 0 ? 0 : (at.loops[place]?.index ?? 0) + 1;
        const isDone = rounds > 0 && step.until !== null && isTrue(visit, step.until);
        at.loops = place < 0 ? at.loops : at.loops.slice(0, place);
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
        return complete(visit, fork(visit));
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
    for (;;) {
      const scripted = script.outcome(visit.place, visit.tried++);
      const kind = step.type === 'signal' ? 'failure' : isSteady ? 'ok' : scripted.kind;
      const value = scripted.kind === 'ok' ? scripted.value : 0;
      if (kind === 'ok')
        return complete(visit, {
          node: step.id,
          value,
          prev: prevOf(run, at, at.prev === null ? null : stepOf(at.prev)),
        });
      if (kind === 'failure') {
        visit.failures++;
        if (visit.failures >= step.attempts) return fail(visit);
        tell(at, `${step.id} retried`);
        continue;
      }
      tell(at, `${step.id} interrupted`);
      if (step.isIdempotent) continue;
      const option = choose(visit, 'interrupted', ['retry', 'skip', 'mark_done']);
      if (option === 'skip') return skip(visit, 'person');
      if (option === 'mark_done') return complete(visit, valuesFor(option).result);
    }
  }

  function fail(visit: Visit): string {
    const { at, step } = visit;
    tell(at, `${step.id} failed`);
    run.finished++;
    if (step.onFailure === 'ask') return askWhatNow(visit, 'failure');
    if (step.onFailure === 'skip') return skip(visit, 'failure');
    if (step.onFailure === 'fail') throw over('failed');
    return leave(visit, step.onFailure);
  }

  function finish({ at, step }: Visit, output: unknown): void {
    tell(at, `${step.id} completed ${JSON.stringify(output)}`);
    run.finished++;
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

  function fork({ at, step }: Visit): unknown {
    const branches = branchesOf(step);
    const winners = winnersOf(step, (id) => stepOf(id));
    const worked: string[] = [];
    const results = branches.map(({ key, start, item }): [string, unknown] => {
      const child = newPosition(`${at.path}/${step.id}#${at.arrivals.get(step.id)}:${key}`, at, item);
      if (winners.has(key)) walk(child, entranceOf(start, step));
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
      step = stepOf(entranceOf(id, step));
    }
  }

  /** The members of a group are entered together, whichever of them is named. */
  function entranceOf(id: string, from: Step): string {
    const { group } = stepOf(id);
    return group === null || group === from.id ? id : group;
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
