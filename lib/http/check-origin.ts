// For server actions, which let a request without Origin through: the same check as for route handlers.
import { headers } from 'next/headers.js';
import { currentEnv } from '../current-env.ts';
import { checkHost, checkOrigin } from './own-origin.ts';

export async function assertSameOrigin(): Promise<void> {
  const given = await headers();
  const { publicUrl } = currentEnv();
  checkOrigin(given, checkHost(given, publicUrl), publicUrl);
}
