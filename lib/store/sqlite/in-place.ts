import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';

/** The database and its journal: SQLite goes on writing into files that have lost their names, and nobody finds them again. */
const suffixes = ['', '-wal'];

const nameOf = ({ dev, ino }: { dev: number; ino: number }) => `${dev}:${ino}`;

/** Remembers which files are there now, and says later whether the same ones still are. */
export function watchPlace(file: string): () => Promise<boolean> {
  const held = suffixes.map((suffix) => nameOf(statSync(file + suffix)));
  return async () => {
    const found = await Promise.all(suffixes.map((suffix) => stat(file + suffix).then(nameOf, () => null)));
    return found.every((name, index) => name === held[index]);
  };
}
