// The one way we post to an address outside: signed, no redirects followed, 10 s at most. Only addresses of the
// configuration come here, never one that a workflow or a person wrote. Errors name the host: the path may be a secret.
import { createHmac } from 'node:crypto';
import { messageOf } from '../../errors.ts';

const longest = 10_000;

export type Webhook = { url: string; secret: string; id: string; body: string };

/** Whoever receives it computes the same over the timestamp and the raw body, and refuses what is older than minutes. */
export function signWebhook(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

export async function postWebhook({ url, secret, id, body }: Webhook, signal: AbortSignal): Promise<void> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const { host } = new URL(url);
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    cache: 'no-store',
    signal: AbortSignal.any([signal, AbortSignal.timeout(longest)]),
    headers: {
      'content-type': 'application/json',
      'user-agent': 'gatehouse',
      'x-gatehouse-delivery': id,
      'x-gatehouse-timestamp': timestamp,
      'x-gatehouse-signature': signWebhook(secret, timestamp, body),
    },
    body,
  }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    throw new Error(`${host} did not answer: ${messageOf(cause)}`);
  });
  await response.body?.cancel();
  if (response.status >= 300 && response.status < 400) {
    throw new Error(`${host} answered ${response.status}; redirects are not followed`);
  }
  if (!response.ok) throw new Error(`${host} answered ${response.status}`);
}
