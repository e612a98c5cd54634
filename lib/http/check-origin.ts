// For server actions, which let a request without Origin through: the same check as for route handlers.

import { headers } from 'next/headers.js';
import type { Needs } from '../console/console.ts';
import { checkHost, checkOrigin } from './own-origin.ts';

export async function assertSameOrigin(house: Needs<'env'>): Promise<void> {
  const given = await headers();
  const { publicUrl } = house.env;
  checkOrigin(given, checkHost(given, publicUrl), publicUrl);
}
