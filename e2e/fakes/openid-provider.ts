// A real OpenID provider for tests, on loopback: whoever types a name is that one, with the claims that were given for it.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export type PlayedClaims = { email?: string; email_verified?: boolean; groups?: string[] };

const openIdClient = { id: 'gatehouse', secret: 'a secret that both of them know' };

/** `callback` is asked for with the first request: a console needs the provider's address before it has one itself. */
export async function startOpenIdProvider(callback: () => string) {
  const people: Record<string, PlayedClaims> = {};
  let answer: RequestListener | null = null;
  const server = createServer((request, response) => {
    answer ??= provider().callback();
    answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = () =>
    new Provider(issuer, {
      clients: [{ client_id: openIdClient.id, client_secret: openIdClient.secret, redirect_uris: [callback()] }],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['groups'] },
      pkce: { required: () => true },
      cookies: { keys: ['for tests'] },
      findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...people[accountId] }) }),
    });
  return {
    issuer,
    /** By subject; may be changed between two sign-ins. */
    people,
    settings: {
      GATEHOUSE_OIDC_ISSUER: issuer,
      GATEHOUSE_OIDC_CLIENT_ID: openIdClient.id,
      GATEHOUSE_OIDC_CLIENT_SECRET: openIdClient.secret,
    },
    stop: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Goes through the provider's pages as a browser would, and returns where it is sent back to. */
export async function passProvider(issuer: string, start: string, login: string): Promise<string> {
  const jar = new Map<string, string>();
  let [url, form]: [string, URLSearchParams | null] = [start, null];
  while (url.startsWith(issuer)) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const init = form === null ? {} : { method: 'POST', body: form };
    const response: Response = await fetch(url, { ...init, headers: { cookie }, redirect: 'manual' });
    for (const one of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    const page = await response.text();
    if (location === null && !page.includes('<form')) throw new Error(`The provider shows no form: ${page}`);
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
    form = location === null ? new URLSearchParams({ prompt, login, password: 'any' }) : null;
    if (location !== null) url = new URL(location, url).href;
    else url = /action="([^"]+)"/.exec(page)?.[1] ?? url;
  }
  return url;
}
