// A migrated database of its own for a test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../prisma/migrate.mjs';

export function temporaryDatabase(): { file: string; remove: () => void } {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-store-'));
  const file = join(directory, 'gatehouse.db');
  migrate(file);
  return { file, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
