import { UsageError } from './usage-error.mjs';

/**
 * `a=1` pairs as an object. Text stays text: the console converts each one to its declared type.
 * @param {string[]} pairs
 * @returns {Record<string, string>}
 */
export function parsePairs(pairs) {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new UsageError(`"${pair}" is not name=value.`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
