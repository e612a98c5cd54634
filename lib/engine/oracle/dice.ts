// Chance that can be repeated: the same words always give the same number.

export function hashOf(...words: (string | number)[]): number {
  let hash = 2_166_136_261;
  for (const letter of words.join('\u0001')) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507);
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export type Dice = {
  below(count: number): number;
  between(least: number, most: number): number;
  chance(percent: number): boolean;
  one<Value>(values: readonly Value[]): Value;
};

export function diceOf(seed: number): Dice {
  let rolls = 0;
  const below = (count: number) => hashOf(seed, rolls++) % count;
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (percent) => below(100) < percent,
    one: (values) => values[below(values.length)] as (typeof values)[number],
  };
}
