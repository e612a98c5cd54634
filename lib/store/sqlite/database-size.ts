import { stat } from 'node:fs/promises';

/** The database with its journal and the journal's index. */
export async function databaseSize(file: string): Promise<number> {
  const sizes = await Promise.all(
    ['', '-wal', '-shm'].map((suffix) =>
      stat(file + suffix).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
