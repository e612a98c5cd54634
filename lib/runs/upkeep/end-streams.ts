// Ends the live streams that nobody may or does read any more: those of a session that is over (signed out, expired, idle)
// and those whose reader has taken nothing for half a minute.
import type { Needs } from '../../console/console.ts';
import { isSessionLive } from '../../people/sessions.ts';

const stalledAfter = 30_000;

export async function endStreams(
  house: Needs<'store' | 'streams'>,
  { at = new Date(), clock = performance.now() } = {},
): Promise<void> {
  for (const stream of house.streams) {
    if (stream.unreadSince !== null && clock - stream.unreadSince >= stalledAfter) stream.cutOff();
  }
  const bySession = Map.groupBy(house.streams, ({ session }) => session);
  for (const [session, streams] of bySession) {
    if (session === null || (await isSessionLive(house, session, at))) continue;
    for (const stream of streams) stream.end();
  }
}
