import { describe, expect, it } from 'vitest';
import { matchRules, type Rule, type Verdict, verdictOf } from './match-rules.ts';

const rule = (name: string, conditions: Record<string, unknown>, priority = 0): Rule => ({
  name,
  conditions,
  priority,
});
const names = (candidates: { rule: Rule }[]) => candidates.map(({ rule: { name } }) => name);

describe('a flag and a rule’s condition, by both rankings', () => {
  const cases: [Verdict, Verdict, number | null, { hard: number; soft: number } | null][] = [
    ['T', 'T', 2, { hard: 1, soft: 0 }],
    ['F', 'F', 2, { hard: 1, soft: 0 }],
    ['U', 'T', 1, { hard: 0, soft: 1 }],
    ['U', 'F', 1, { hard: 0, soft: 1 }],
    ['T', 'U', 1, { hard: 0, soft: 0 }],
    ['F', 'U', 1, { hard: 0, soft: 0 }],
    ['U', 'U', 0, { hard: 0, soft: 0 }],
    ['F', 'T', null, null],
    ['T', 'F', null, null],
  ];
  it.each(cases)('flag %s against rule %s', (flag, wanted, score, counts) => {
    const rules = [rule('one', { x: wanted })];
    expect(matchRules({ x: flag }, rules, 'score').all_candidates[0]?.score ?? null).toBe(score);
    const [candidate] = matchRules({ x: flag }, rules, 'hard_soft').all_candidates;
    expect(candidate ? { hard: candidate.hard, soft: candidate.soft } : null).toEqual(counts);
  });

  it('a flag that nobody parsed is unknown', () => {
    expect(matchRules({}, [rule('one', { x: 'T' })], 'score').all_candidates[0]?.score).toBe(1);
  });
});

describe('the ranking by hard and soft matches', () => {
  const flags: Record<string, Verdict> = { help: 'T', init: 'T', modify: 'U' };

  it('puts more equal values first, then fewer unknown flags, then fewer conditions', () => {
    const rules = [
      rule('one hard', { help: 'T' }),
      rule('two hard, one soft', { help: 'T', init: 'T', modify: 'T' }),
      rule('two hard, one that asks nothing', { help: 'T', init: 'T', modify: 'U' }),
      rule('two hard', { help: 'T', init: 'T' }),
      rule('contradicted', { help: 'F', init: 'T' }),
    ];
    const found = matchRules(flags, rules, 'hard_soft');
    expect(names(found.all_candidates)).toEqual([
      'two hard',
      'two hard, one that asks nothing',
      'two hard, one soft',
      'one hard',
    ]);
    expect(names(found.top_candidates)).toHaveLength(3);
    expect(found).toMatchObject({ clear_winner: true, winner: { name: 'two hard' } });
  });

  it('has no clear winner when the first two rank the same', () => {
    const found = matchRules(flags, [rule('a', { help: 'T' }), rule('b', { init: 'T' })], 'hard_soft');
    expect(found).toMatchObject({ clear_winner: false, winner: null });
    expect(names(found.all_candidates)).toEqual(['a', 'b']);
  });
});

describe('the ranking by score', () => {
  const flags: Record<string, Verdict> = { help: 'T', init: 'T' };

  it('needs a lead of two points', () => {
    const both = rule('help_with_init', { help: 'T', init: 'T' }, 80);
    const soft = rule('three points', { help: 'T', other: 'T' });
    expect(matchRules(flags, [rule('init_only', { init: 'T' }, 60), both], 'score')).toMatchObject({
      clear_winner: true,
      winner: { name: 'help_with_init' },
    });
    expect(matchRules(flags, [both, soft], 'score')).toMatchObject({ clear_winner: false, winner: null });
  });

  it('orders equal scores by priority', () => {
    const found = matchRules(flags, [rule('low', { help: 'T' }, 1), rule('high', { init: 'T' }, 9)], 'score');
    expect(names(found.all_candidates)).toEqual(['high', 'low']);
  });
});

it('one candidate wins alone, and none win when all are contradicted', () => {
  expect(matchRules({ x: 'U' }, [rule('only', { x: 'T' })], 'hard_soft').clear_winner).toBe(true);
  expect(matchRules({ x: 'F' }, [rule('only', { x: 'T' })], 'hard_soft')).toEqual({
    clear_winner: false,
    winner: null,
    top_candidates: [],
    all_candidates: [],
  });
});

it('true, false and null are read as T, F and U; anything else is refused', () => {
  expect([true, false, null].map((value) => verdictOf(value, 'x'))).toEqual(['T', 'F', 'U']);
  expect(() => verdictOf('yes', 'x')).toThrow('"x" is "yes", not T, F or U');
});
