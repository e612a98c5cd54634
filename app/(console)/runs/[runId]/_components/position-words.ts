import { mainPosition } from '#lib/engine/position.ts';

/** `main/measure.1:0/count.2:b` is read as `measure 0 › count b`. */
export function positionWords(position: string): string {
  return position
    .replace(`${mainPosition}/`, '')
    .replaceAll(/(^|\/)([A-Za-z_][\w-]*)\.\d+:/g, (_, slash, fork) => `${slash ? ' › ' : ''}${fork} `);
}
