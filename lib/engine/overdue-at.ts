import type { Gate } from './events.ts';

/** From when on a gate waits too long: people are reminded of it, or it was to expire. Null when it may wait for ever. */
export function overdueAt({
  opened_at,
  remind_every,
  expires_at,
}: Pick<Gate, 'opened_at' | 'remind_every' | 'expires_at'>) {
  const reminded = remind_every === undefined ? null : new Date(Date.parse(opened_at) + remind_every).toISOString();
  const [first = null] = [reminded, expires_at].filter((time) => time !== null).sort();
  return first;
}
