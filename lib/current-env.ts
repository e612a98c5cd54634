import { type Env, readEnv } from './env.ts';
import { singleton } from './singleton.ts';

/** The environment as it was when it was first asked for. */
export function currentEnv(): Env {
  return singleton('env', () => readEnv());
}
