// Pieces of drawn steps: what is asked of the data and of people, and what an action does.
import type { Dice } from './dice.ts';
import { type DrawnEffect, type DrawnGate, optionsOf, type Test } from './drawn-workflow.ts';
import type { Region } from './random-workflow.ts';

const kinds = ['approval', 'question', 'info', 'form'] as const;

export function newParts(dice: Dice, target: (region: Region, index: number) => string) {
  function test({ ground, slots }: Region, index: number): Test {
    const kinds: Test[] = [{ kind: 'round', from: dice.between(0, 2) }];
    if (!ground.isInSplit) {
      kinds.push({ kind: 'odd' }, { kind: 'visit', over: dice.between(1, 2) });
      kinds.push({ kind: 'flag', name: dice.one(['red', 'blue']) });
      if (dice.chance(20)) kinds.push({ kind: 'missing' });
    }
    const works = slots.slice(0, index).filter(({ id }) => id.startsWith('w') || id.startsWith('r'));
    if (!ground.isShared && works.length > 0) {
      kinds.push({ kind: 'value', node: dice.one(works).id, over: dice.between(2, 7) });
    }
    for (const name of ground.names) kinds.push({ kind: 'item', name, over: dice.between(1, 3) });
    return dice.one(kinds);
  }

  function gate(region: Region, index: number, when: DrawnGate['when']): DrawnGate {
    const kind = dice.one(when === 'self' ? kinds : ([...kinds, 'none'] as const));
    const options = optionsOf(kind);
    const ways = options.filter((option) => option !== 'continue' && dice.chance(35));
    const on = Object.fromEntries(ways.map((option) => [option, target(region, index)]));
    const canExpire = !region.ground.isInSplit && kind !== 'none' && kind !== 'info' && dice.chance(20);
    const then = kind === 'approval' ? 'no' : (options[0] ?? null);
    const expires = canExpire ? { then: dice.chance(60) ? then : null } : null;
    return { when, kind, on, waits: kind === 'info' && dice.chance(50), expires };
  }

  function drawnEffects({ ground, slots }: Region, id: string): DrawnEffect[] {
    const drawn: DrawnEffect[] = [{ kind: 'add', by: dice.between(1, 3) }];
    if (dice.chance(50)) drawn.push({ kind: 'log', word: id });
    if (!ground.isShared && dice.chance(40)) {
      drawn.push({ kind: 'set', path: `computed.set_${id}`, value: dice.below(9) });
    }
    if (dice.chance(10)) drawn.push({ kind: 'break' });
    if (ground.isInSplit) return drawn;
    if (dice.chance(30)) drawn.push({ kind: 'flag', name: dice.one(['red', 'blue']), value: dice.chance(50) });
    if (dice.chance(30)) drawn.push({ kind: 'set', path: 'phase', value: dice.below(9) });
    const kept = slots.filter((slot) => slot.id.startsWith('k'));
    if (kept.length > 0 && dice.chance(80)) drawn.push({ kind: 'rollback', checkpoint: dice.one(kept).id });
    return drawn;
  }

  return { test, gate, drawnEffects };
}
