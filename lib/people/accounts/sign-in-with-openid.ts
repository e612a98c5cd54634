// Signing in with what an OpenID provider says. Somebody is known by issuer and subject. The first time, the mail address
// says who they are, and only if the provider has verified it: the account that an administrator gave that address, or a new
// one where its domain is allowed. The name of a new one comes from the address: gates ask by names, so nobody chooses theirs.
import {
  beginOpenId,
  type Claims,
  discoverProvider,
  finishOpenId,
  type OpenIdProvider,
  type OpenIdTry,
} from '../../clients/http/openid.ts';
import type { Needs } from '../../console/console.ts';
import type { OpenId } from '../../env.ts';
import { AppError } from '../../errors.ts';
import { paths } from '../../paths.ts';
import { type Person, readPerson } from '../actor.ts';
import { auditEntry, type Who } from '../audit/audit-entry.ts';
import { type Place, startSession } from '../sessions.ts';
import { readEmail } from './account-name.ts';
import { setGroups } from './groups.ts';
import { createPerson } from './people.ts';

type House = Needs<'env' | 'openId' | 'store'>;

function settingsOf({ env }: Needs<'env'>): OpenId {
  if (env.openId) return env.openId;
  throw new AppError('not_found', 'This console has no OpenID provider; set GATEHOUSE_OIDC_ISSUER.');
}

/** Asked once; again only when it did not answer. */
async function providerOf(house: House): Promise<OpenIdProvider> {
  const settings = settingsOf(house);
  house.openId.provider ??= discoverProvider(settings);
  try {
    return await house.openId.provider;
  } catch (cause) {
    house.openId.provider = null;
    throw new AppError('unavailable', `The OpenID provider ${settings.issuer} does not answer; try again.`, { cause });
  }
}

export async function beginSignIn(house: House, base: string): Promise<{ url: string; tried: OpenIdTry }> {
  return beginOpenId(await providerOf(house), `${base}${paths.openIdCallback()}`);
}

/** Returns the new session's token, which only the browser keeps. `query` is what the provider added to the callback. */
export async function signInWithOpenId(
  house: House,
  { base, query, tried, from }: { base: string; query: string; tried: OpenIdTry; from: Place },
  at = new Date(),
): Promise<string> {
  const { groupsClaim } = settingsOf(house);
  const provider = await providerOf(house);
  const returned = `${base}${paths.openIdCallback()}${query}`;
  const claims = await finishOpenId(provider, returned, tried, groupsClaim).catch((cause) => {
    throw new AppError('not_signed_in', 'The OpenID provider did not confirm this sign-in; try again.', { cause });
  });
  const who: Who = { name: 'somebody', person: null, via: 'openid', door: 'console', address: from.address };
  const person = await personBehind(house, claims, who, at);
  if (groupsClaim !== null) await setGroups(house, { ...who, name: person.name, person }, person.id, claims.groups);
  return startSession(house, { personId: person.id, wayIn: 'openid', from }, at);
}

async function personBehind(house: House, claims: Claims, who: Who, at: Date): Promise<Person> {
  const { issuer, subject } = claims;
  const known = await house.store.findIdentity(issuer, subject);
  const personId = known?.personId ?? (await firstAccount(house, claims, who, at));
  const person = await readPerson(house, personId);
  if (!person) throw new AppError('forbidden', 'This account is closed; an administrator can open it again.');
  if (known) return person;
  const createdAt = at.toISOString();
  const named = { ...who, name: person.name, person };
  const audit = auditEntry(named, 'person.identified', personId, { issuer, subject }, createdAt);
  if (await house.store.createIdentity({ issuer, subject, personId, createdAt }, audit)) return person;
  // Of two first sign-ins at once, one has written it.
  if ((await house.store.findIdentity(issuer, subject))?.personId === personId) return person;
  throw new AppError('forbidden', `The account of ${person.name} belongs to somebody else at this OpenID provider.`);
}

async function firstAccount(house: House, { verifiedEmail }: Claims, who: Who, at: Date): Promise<string> {
  const email = readEmail(verifiedEmail);
  if (email === null) {
    throw new AppError(
      'forbidden',
      'The OpenID provider has not verified your mail address, so you have no account yet.',
    );
  }
  const found = await house.store.findPerson(email);
  if (found) return found.id;
  const [local = '', domain = ''] = email.split('@');
  if (!settingsOf(house).domains.includes(domain)) {
    throw new AppError('forbidden', `There is no account for ${email}; ask an administrator for one.`);
  }
  const add = (name: string) =>
    createPerson(house, { ...who, name }, { name, email, role: 'viewer' }, at, 'OpenID Connect');
  const person = await add(local).catch((error) => {
    // The name is taken, or one of the console's own.
    if (error instanceof AppError && error.code === 'conflict') return add(`${local} of ${domain}`);
    throw error;
  });
  return person.id;
}
