// An action whose effects are all pure: a function of the run's data, done at once.
import type { DecideContext } from '../contract/node-context.ts';
import type { Decision } from '../contract/outcome.ts';
import type { Effect } from './define-effect.ts';
import { effectFailure, nothingDone, recordEffect } from './effect-record.ts';
import { effectSteps } from './effect-steps.ts';
import { effectOf } from './index.ts';

export function decideEffects(effects: Effect[], ctx: DecideContext): Decision {
  const done = nothingDone();
  let at = () => 'do';
  let rollback: string | undefined;
  try {
    for (const { effect, place, data } of effectSteps(effects, ctx)) {
      at = place;
      const definition = effectOf(effect.type);
      if (!('run' in definition)) throw new Error('reaches the outside, which a decision cannot');
      const result = definition.run(effect, data);
      recordEffect(done, result, data);
      rollback = result.rollback;
    }
  } catch (error) {
    const { to, ...kept } = done;
    return { kind: 'fail', error: effectFailure(at(), error), ...kept };
  }
  return { kind: 'complete', ...done, ...(rollback === undefined ? {} : { rollback }) };
}
