// The effects of an action as single steps: where each is written, and in what order they are done. A list is gone through
// lazily, so that its items are worked out when its turn has come and see all that was done before.
import type { DecideContext } from '../contract/node-context.ts';
import { checkedItems } from '../parts/list-or-template.ts';
import type { Effect } from './define-effect.ts';
import { isForeach } from './foreach.ts';

export type WrittenEffect = { effect: Effect; path: (string | number)[] };
/** Where it stands is worked out for whoever wants to tell it. */
export type EffectStep = { effect: Effect; place: () => string; data: DecideContext };

/** All that is written, what is inside of a `foreach` too, with its place. */
export function writtenEffects(effects: Effect[], path: (string | number)[] = []): WrittenEffect[] {
  return effects.flatMap((effect, index) => {
    const at = [...path, index];
    const inside = isForeach(effect) ? writtenEffects(effect.do, [...at, 'do']) : [];
    return [{ effect, path: at }, ...inside];
  });
}

/** A `foreach` is a step that does nothing, and then the steps of its rounds. */
export function* effectSteps(effects: Effect[], data: DecideContext, place = 'do'): Generator<EffectStep> {
  for (const [index, effect] of effects.entries()) {
    yield { effect, place: () => `${place}[${index}] ${effect.type}`, data };
    if (!isForeach(effect)) continue;
    for (const item of checkedItems('items', data.render(effect.items), data.mostItems)) {
      yield* effectSteps(effect.do, data.within({ [effect.as]: item }), `${place}[${index}].do`);
    }
  }
}
