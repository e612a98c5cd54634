// Loaded first by the console: what it was not started with, because everybody of its user can read that of a process, it is
// told through a pipe. From here on it is in its environment as if it had been there from the beginning.
import { closeSync, readFileSync } from 'node:fs';

/** The variable that names the descriptor; the launcher sets it. */
export const handedBy = 'GATEHOUSE_HANDED_BY';

const descriptor = Number(process.env[handedBy] ?? Number.NaN);
delete process.env[handedBy];
if (Number.isInteger(descriptor)) {
  Object.assign(process.env, JSON.parse(readFileSync(descriptor, 'utf8')));
  closeSync(descriptor);
}
