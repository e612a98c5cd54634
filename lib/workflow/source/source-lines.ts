// Offsets of a text as lines and columns, both counted from 1.
import type { Place } from './source-tree.ts';

export type Lines = { placeOf(offset: number): Place; line(number: number): string };

export function createLines(text: string): Lines {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);

  return {
    placeOf(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((starts[middle] as number) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - (starts[low] as number) + 1 };
    },
    line: (number) =>
      text.slice(starts[number - 1] ?? text.length, starts[number] ?? text.length).replace(/\r?\n$/, ''),
  };
}
