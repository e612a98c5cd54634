// For tests: people who act.
import type { Actor } from '../people/actor.ts';

export const somebody = (name: string): Actor => ({ name, via: 'session', door: 'console' });
export const tester = somebody('tester');
