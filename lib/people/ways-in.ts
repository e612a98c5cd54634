// Which ways in are open. Where OpenID Connect is the only one, the owner alone may still come by the API token or by a link,
// so that nobody is locked out of their own console when the provider is away.
import type { Needs } from '../console/console.ts';
import { AppError } from '../errors.ts';
import { ownerId } from '../store/contract/people.ts';
import type { WayIn } from '../store/contract/sessions.ts';

type Coming = { personId: string | null; wayIn: WayIn };

export function isWayOpen({ env }: Needs<'env'>, { personId, wayIn }: Coming): boolean {
  if (!env.openId?.isOnlyWay || wayIn === 'openid') return true;
  return personId === ownerId && (wayIn === 'token' || wayIn === 'link');
}

export function assertWayOpen(house: Needs<'env'>, coming: Coming): void {
  if (isWayOpen(house, coming)) return;
  throw new AppError('forbidden', 'People sign in to this console by OpenID Connect only.');
}
