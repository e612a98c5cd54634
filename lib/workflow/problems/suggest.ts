// "Did you mean …": our word for one of another system's, else the nearest of the words that exist. Of those one is only
// suggested when the slip is small.
import { nativeWords } from './foreign-words.ts';

const longestWord = 64;

function allowedDistance(length: number): number {
  if (length <= 3) return 1;
  return length <= 7 ? 2 : 3;
}

/** Edit distance with neighbouring letters swapped counted as one slip; anything above `limit` is `limit + 1`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let smallest = row;
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1);
      current.push(cost);
      smallest = Math.min(smallest, cost);
    }
    if (smallest > limit) return limit + 1;
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? limit + 1;
}

/** Upper and lower case count as equal; of equally near candidates the first wins; the word itself is never suggested. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length === 0 || word.length > longestWord) return undefined;
  const known = new Set(candidates);
  const own = nativeWords(word).find((one) => known.has(one));
  return own ?? nearestOf(word, known);
}

function nearestOf(word: string, candidates: Set<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = allowedDistance(word.length) + 1;
  for (const candidate of candidates) {
    if (candidate === word || candidate.length > longestWord) continue;
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance - 1);
    // A word that shares nothing with the candidate is no slip of it.
    if (distance >= bestDistance || distance >= Math.max(word.length, candidate.length)) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}
