// Draws workflows of 3 to about 15 nodes, with every control type, failures and people in them. The main way may go round
// in circles and end anywhere; branches only go forward, and end nothing but themselves: what several branches do at
// once must not depend on which of them is quicker, or there would be nothing to compare.
import { type Dice, diceOf } from './dice.ts';
import { newParts } from './drawn-parts.ts';
import { type DrawnWorkflow, type Kind, plainStep, type Step } from './drawn-workflow.ts';

export type Ground = { isInSplit: boolean; isShared: boolean; names: string[]; depth: number };
/** A place in a region: what stands there is known, where it leads is drawn when all places are. */
export type Slot = { id: string; draw: (region: Region, index: number) => Kind; group: string | null };
export type Region = { ground: Ground; slots: Slot[] };

export function drawWorkflow(seed: number): DrawnWorkflow {
  const dice = diceOf(seed);
  const drawer = newDrawer(dice, dice.between(4, 13));
  const main = drawer.region({ isInSplit: false, isShared: false, names: [], depth: 0 }, dice.between(3, 9));
  return { seed, steps: [...main, ...drawer.later()] };
}

function newDrawer(dice: Dice, most: number) {
  let count = 0;
  let left = most;
  const regions: Step[][] = [];
  const maxVisits = dice.between(1, 4);

  function newId(letter: string): string {
    left--;
    return `${letter}${++count}`;
  }

  // Where a step may lead.

  /** A group has no name of its own in the file: naming any member enters all of it. */
  const named = (slots: Slot[]) => slots.filter(({ draw }) => draw !== asGroup);

  function forward({ ground, slots }: Region, index: number, canBeNext = true): string {
    const after = named(slots.slice(index + 1));
    if (after.length === 0 || dice.chance(8)) return ground.isInSplit && dice.chance(70) ? 'join' : 'complete';
    return canBeNext && dice.chance(40) ? 'next' : dice.one(after).id;
  }

  function target(region: Region, index: number): string {
    if (dice.chance(5)) return 'escalate';
    if (region.ground.isInSplit) return forward(region, index);
    if (dice.chance(2)) return 'fail';
    return dice.chance(30) ? dice.one(named(region.slots)).id : forward(region, index);
  }

  const { test, gate, drawnEffects } = newParts(dice, target);

  // Single steps.

  const slot = (id: string, draw: Slot['draw']): Slot => ({ id, draw, group: null });
  const cli = () => slot(newId('w'), () => ({ type: 'cli', isSteady: false }));

  function single(): Slot {
    const drawn = dice.below(100);
    if (drawn < 30) return cli();
    if (drawn < 45) {
      const id = newId('a');
      return slot(id, (region) => ({ type: 'action', drawnEffects: drawnEffects(region, id) }));
    }
    if (drawn < 57) {
      return slot(newId('i'), (region, index) => {
        const otherwise = dice.chance(70) ? target(region, index) : null;
        return { type: 'if', test: test(region, index), then: target(region, index), else: otherwise };
      });
    }
    if (drawn < 65) {
      return slot(newId('s'), (region, index) => ({
        type: 'switch',
        cases: Array.from({ length: dice.between(1, 3) }, () => ({
          test: test(region, index),
          then: target(region, index),
        })),
        default: dice.chance(60) ? target(region, index) : null,
      }));
    }
    if (drawn < 69) {
      return slot(newId('v'), (region, index) => ({
        type: 'validate',
        // What several branches find wrong is kept in one place: only a certain result is the same in any order.
        tests: region.ground.isInSplit ? [{ kind: 'round', from: -1 }] : [test(region, index), test(region, index)],
        valid: target(region, index),
        invalid: target(region, index),
      }));
    }
    if (drawn < 74) return slot(newId('t'), () => ({ type: 'wait', minutes: dice.between(1, 90) }));
    if (drawn < 78) {
      const id = newId('x');
      return slot(id, (region) => ({
        type: 'signal',
        name: `go_${id}`,
        isLate: region.ground.isShared || dice.chance(40),
      }));
    }
    if (drawn < 90) return slot(newId('g'), (region, index) => ({ type: 'gate', gate: gate(region, index, 'self') }));
    return slot(newId('k'), (region) => ({ type: 'checkpoint', asks: dice.chance(50) && !region.ground.isShared }));
  }

  // Steps that belong together.

  function loop(ground: Ground): Slot[] {
    const id = newId('l');
    const body = slots({ ...ground, depth: ground.depth + 1 }, dice.between(1, 2), true);
    const end = newId('e');
    return [
      slot(id, (region, index) => {
        const last = region.slots.findIndex((one) => one.id === end);
        const until = dice.chance(60) ? test(region, index) : null;
        return {
          type: 'loop',
          body: body[0]?.id ?? end,
          done: forward(region, last, false),
          until: until?.kind === 'missing' ? null : until,
          max: dice.between(1, 3),
        };
      }),
      ...body,
      slot(end, () => ({ type: 'end_loop', loop: id })),
    ];
  }

  const asGroup: Slot['draw'] = ({ slots }, index) => ({
    type: 'group',
    members: slots.filter(({ group }) => group === slots[index]?.id).map(({ id }) => id),
  });

  function group(): Slot[] {
    left++;
    const id = newId('group');
    const members = Array.from({ length: dice.between(2, 3) }, () => ({ ...cli(), group: id }));
    return [slot(id, asGroup), ...members];
  }

  function parallel(ground: Ground): Slot {
    const id = newId('p');
    const keys = ['one', 'two', 'three'].slice(0, dice.between(2, 3));
    if (dice.chance(30)) return race(id, keys, ground);
    const inner = { ...ground, isInSplit: true, depth: ground.depth + 1 };
    const branches = Object.fromEntries(keys.map((key) => [key, startOf(region(inner, dice.between(1, 2)))]));
    const limit = dice.chance(30) ? dice.between(1, 2) : null;
    return slot(id, () => ({ type: 'parallel', branches, join: 'all', limit }));
  }

  /** Only waiting tells the branches apart, and no two wait equally long: who comes first is no chance. */
  function race(id: string, keys: string[], ground: Ground): Slot {
    const inner = { ...ground, isInSplit: true };
    const start = dice.below(20);
    const branches = Object.fromEntries(
      keys.map((key, index) => {
        const minutes = 1 + ((start + index * 7) % 20);
        const steps = [
          plainStep(inner, newId('t'), { type: 'wait', minutes }),
          { ...plainStep(inner, newId('w'), { type: 'cli', isSteady: true }), next: 'join' },
        ];
        return [key, startOf(steps)];
      }),
    );
    const limit = dice.chance(30) ? 1 : null;
    return slot(id, () => ({ type: 'parallel', branches, join: dice.one(['any', 'majority']), limit }));
  }

  function map(ground: Ground): Slot {
    const id = newId('m');
    const as = dice.chance(50) ? `thing_${id}` : 'item';
    const names = [...new Set([...ground.names, as, 'item'])];
    const body = startOf(
      region({ isInSplit: true, isShared: true, names, depth: ground.depth + 1 }, dice.between(1, 3)),
    );
    const items = Array.from({ length: dice.between(0, 3) }, () => dice.between(1, 4));
    const limit = dice.chance(30) ? dice.between(1, 2) : null;
    return slot(id, () => ({ type: 'map', items, as, body, limit }));
  }

  const startOf = (steps: Step[]) => {
    regions.push(steps);
    return (steps.find(({ type }) => type !== 'group') as Step).id;
  };

  function slots(ground: Ground, size: number, isBody = false): Slot[] {
    const drawn: Slot[] = [];
    for (let item = 0; item < size && (left > 0 || item === 0); item++) {
      const roll = dice.below(100);
      const canNest = ground.depth < 2 && left > 3;
      if (canNest && roll < 12) drawn.push(...loop(ground));
      else if (canNest && roll < 22) drawn.push(parallel(ground));
      else if (canNest && roll < 32) drawn.push(map(ground));
      else if (canNest && roll < 38 && !isBody) drawn.push(...group(), cli());
      else if (!ground.isInSplit && !isBody && item > 0 && roll < 41) {
        const outcomes = ['success', 'failure', 'error', 'cancelled', 'indeterminate'] as const;
        drawn.push(slot(newId('z'), () => ({ type: 'end', outcome: dice.one(outcomes) })));
      } else if (roll >= 90) drawn.push(slot(newId('r'), () => ({ type: 'agent' })));
      else drawn.push(single());
    }
    return drawn;
  }

  function stepOf(region: Region, slot: Slot, index: number): Step {
    const { ground } = region;
    const kind = slot.draw(region, index);
    const plain = { ...plainStep(ground, slot.id, kind), group: slot.group };
    if (kind.type === 'group') return plain;
    if (slot.group !== null) {
      return {
        ...plain,
        isInSplit: true,
        attempts: dice.between(1, 2),
        onFailure: dice.one(['ask', 'skip']),
      };
    }
    const canAsk = ['cli', 'action', 'if', 'wait'].includes(kind.type);
    const isWork = kind.type === 'cli' || kind.type === 'action';
    const gates = Array.from({ length: canAsk && dice.chance(25) ? dice.between(1, 2) : 0 }, () =>
      gate(region, index, dice.one(['before', 'after'])),
    );
    const isTried = kind.type === 'cli' || kind.type === 'agent';
    const ways = ['ask', 'skip', 'fail', target(region, index)].filter((one) => one !== 'fail' || !ground.isInSplit);
    const failures = kind.type === 'agent' ? ['ask', 'skip'] : ways;
    const isLast = index === region.slots.length - 1;
    const next = isLast
      ? ground.isInSplit
        ? 'join'
        : 'complete'
      : dice.chance(15) && isWork
        ? forward(region, index)
        : null;
    return {
      ...plain,
      ...(ground.isInSplit ? {} : { maxVisits }),
      isEnabled: !dice.chance(6),
      gates,
      attempts: dice.chance(40) ? dice.between(2, 3) : 1,
      onFailure: dice.one(failures),
      next,
      conditions:
        kind.type === 'cli' && dice.chance(25)
          ? [{ test: { kind: 'value', node: slot.id, over: dice.between(3, 7) }, then: target(region, index) }]
          : [],
      saves: kind.type === 'cli' && !ground.isShared && dice.chance(40),
      checks: isTried && dice.chance(25) ? [{ over: dice.between(0, 4), onFail: dice.one(['fail', 'warn']) }] : [],
      isIdempotent: isTried && dice.chance(40),
    };
  }

  function region(ground: Ground, size: number): Step[] {
    const drawn: Region = { ground, slots: slots(ground, size) };
    return drawn.slots.map((one, index) => stepOf(drawn, one, index));
  }

  return { region, later: () => regions.flat() };
}
