// An OpenID provider, as its client speaks to it: authorization code with PKCE, state and nonce. Who somebody is, is what the
// provider signed and nothing that the browser says.
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { OpenId } from '../../env.ts';

export type OpenIdProvider = Configuration;

/** What only the browser that began may bring back. */
export type OpenIdTry = { state: string; nonce: string; verifier: string };

export type Claims = {
  issuer: string;
  subject: string;
  /** Only if the provider says that it is theirs. */
  verifiedEmail: string | null;
  groups: string[];
};

const seconds = 10;

export function discoverProvider({ issuer, clientId, clientSecret }: OpenId): Promise<OpenIdProvider> {
  const isPlain = issuer.startsWith('http:');
  const execute = [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])];
  return discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: seconds });
}

export async function beginOpenId(
  provider: OpenIdProvider,
  callback: string,
): Promise<{ url: string; tried: OpenIdTry }> {
  const tried = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const url = buildAuthorizationUrl(provider, {
    redirect_uri: callback,
    scope: 'openid email profile',
    state: tried.state,
    nonce: tried.nonce,
    code_challenge: await calculatePKCECodeChallenge(tried.verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, tried };
}

/** `returned` is the callback's address, exactly as it was asked for, with what the provider added. */
export async function finishOpenId(
  provider: OpenIdProvider,
  returned: string,
  { state, nonce, verifier }: OpenIdTry,
  groupsClaim: string | null,
): Promise<Claims> {
  const tokens = await authorizationCodeGrant(provider, new URL(returned), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const signed = tokens.claims();
  if (!signed) throw new Error('The provider sent no ID token.');
  const hasMore = provider.serverMetadata().userinfo_endpoint !== undefined;
  const more = hasMore ? await fetchUserInfo(provider, tokens.access_token, signed.sub) : {};
  // An address and whether it is verified are of one and the same source.
  const { email, email_verified } = 'email' in signed ? signed : (more as Record<string, unknown>);
  const groups = groupsClaim === null ? [] : (signed[groupsClaim] ?? (more as Record<string, unknown>)[groupsClaim]);
  return {
    issuer: signed.iss,
    subject: signed.sub,
    verifiedEmail: typeof email === 'string' && email_verified === true ? email : null,
    groups: [groups ?? []].flat().filter((name) => typeof name === 'string'),
  };
}
