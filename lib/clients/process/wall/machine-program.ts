import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { childEnvironment } from '../../../env.ts';

/** A program of this machine that the console itself starts; null where it is not installed. */
export function machineProgram(name: string): string | null {
  const places = [...(childEnvironment().PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  for (const place of places.filter(Boolean)) {
    try {
      accessSync(join(place, name), constants.X_OK);
      return join(place, name);
    } catch {
      // Not there.
    }
  }
  return null;
}
