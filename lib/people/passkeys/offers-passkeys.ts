import type { Needs } from '../../console/console.ts';
import { isWayOpen } from '../ways-in.ts';
import { passkeyPlace } from './passkey-place.ts';

/** True, or the reason why not; null where nobody may come in this way. */
export function offersPasskeys(house: Needs<'env'>, headers: Headers): true | string | null {
  if (!isWayOpen(house, { personId: null, wayIn: 'passkey' })) return null;
  const place = passkeyPlace(house, headers);
  return typeof place === 'string' ? place : true;
}
