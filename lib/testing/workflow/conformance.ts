// For tests: real files of other systems, where somebody has laid them beside the project. They are nobody's to ship.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../../shared/conformance');

export const hasConformanceFiles = existsSync(folder);

/** By their names below the folder, like `tasks/simple-workflow.yaml`. */
export function conformanceFiles(pattern: string): Map<string, string> {
  const names = hasConformanceFiles ? globSync(pattern, { cwd: folder }).sort() : [];
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
