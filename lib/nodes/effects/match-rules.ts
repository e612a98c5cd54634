// Ranks rules by how well they fit flags that are T, F or U (unknown). A rule that wants T where the flag is F, or the
// other way round, is out. Two rankings:
//   hard_soft  a rule's U asks nothing; most equal values first, then fewest unknown flags, then fewest conditions; the
//              first wins clearly when it ranks above the second
//   score      the older one: 2 for equal values, 1 when one side is U, 0 when both are; then priority; the first wins
//              clearly when it leads by 2

export type Verdict = 'T' | 'F' | 'U';
export type Rule = { conditions: Record<string, unknown>; priority?: unknown; [key: string]: unknown };
export type Ranking = 'hard_soft' | 'score';

type Candidate = { rule: Rule; score: number; hard: number; soft: number };
type Matches = { clear_winner: boolean; winner: Rule | null; top_candidates: Candidate[]; all_candidates: Candidate[] };

const verdicts = new Map<unknown, Verdict>([
  ['T', 'T'],
  ['F', 'F'],
  ['U', 'U'],
  [true, 'T'],
  [false, 'F'],
  [null, 'U'],
]);

export function verdictOf(value: unknown, name: string): Verdict {
  const verdict = verdicts.get(value);
  if (!verdict) throw new Error(`"${name}" is ${JSON.stringify(value)}, not T, F or U`);
  return verdict;
}

function candidateOf(flags: Record<string, Verdict>, rule: Rule, ranking: Ranking): Candidate | null {
  let hard = 0;
  let soft = 0;
  for (const [name, value] of Object.entries(rule.conditions)) {
    const wanted = verdictOf(value, name);
    const found = Object.hasOwn(flags, name) ? (flags[name] as Verdict) : 'U';
    if (wanted === 'U' && (found === 'U' || ranking === 'hard_soft')) continue;
    if (wanted === found) hard++;
    else if (wanted === 'U' || found === 'U') soft++;
    else return null;
  }
  return { rule, score: 2 * hard + soft, hard, soft };
}

function priorityOf({ priority }: Rule): number {
  return typeof priority === 'number' ? priority : 0;
}

function conditionsOf({ rule }: Candidate): number {
  return Object.keys(rule.conditions).length;
}

/** Below zero when `a` ranks above `b`. */
function compare(a: Candidate, b: Candidate, ranking: Ranking): number {
  if (ranking === 'score') return b.score - a.score || priorityOf(b.rule) - priorityOf(a.rule);
  return b.hard - a.hard || a.soft - b.soft || conditionsOf(a) - conditionsOf(b);
}

export function matchRules(flags: Record<string, Verdict>, rules: Rule[], ranking: Ranking): Matches {
  const candidates = rules
    .flatMap((rule) => candidateOf(flags, rule, ranking) ?? [])
    .toSorted((a, b) => compare(a, b, ranking));
  const [first, second] = candidates;
  const leads =
    first !== undefined &&
    (second === undefined ||
      (ranking === 'score' ? first.score >= second.score + 2 : compare(first, second, ranking) < 0));
  return {
    clear_winner: leads,
    winner: leads ? first.rule : null,
    top_candidates: candidates.slice(0, 3),
    all_candidates: candidates,
  };
}
