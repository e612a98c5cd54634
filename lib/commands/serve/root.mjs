// The project's folder, for commands that run before anything is installed: plain Node 20, no dependencies. Everything a
// person can configure is read by lib/env.ts.
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
