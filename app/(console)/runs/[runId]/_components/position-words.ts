import { mainPosition } from '#lib/engine/position.ts';

/** `main/measure.1:0/count.2:b` is read as `measure 0 › count b`, with the names of the forks where they are known. */
export function positionWords(position: string, nameOf = (id: string) => id): string {
  return position
    .replace(`${mainPosition}/`, '')
    .replaceAll(/(^|\/)([A-Za-z_][\w-]*)\.\d+:/g, (_, slash, fork) => `${slash ? ' › ' : ''}${nameOf(fork)} `);
}
