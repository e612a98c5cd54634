// Ends the live streams that nobody may or does read any more: those of a session that is over (signed out, expired, idle)
// or of a personal token that is (revoked, expired, its person shut out), those of somebody who may see something else since,
// and those whose reader has taken nothing for half a minute.
import type { Needs } from '../../console/console.ts';
import { isPassLive } from '../../people/stream-reader.ts';

const stalledAfter = 30_000;

export async function endStreams(
  house: Needs<'store' | 'streams'>,
  { at = new Date(), clock = performance.now() } = {},
): Promise<void> {
  for (const stream of house.streams) {
    if (stream.unreadSince !== null && clock - stream.unreadSince >= stalledAfter) stream.cutOff();
  }
  const byPass = Map.groupBy(house.streams, ({ session, token, standing }) => `${session ?? token} ${standing}`);
  for (const streams of byPass.values()) {
    const [first] = streams;
    if (!first || (await isPassLive(house, first, at))) continue;
    for (const stream of streams) stream.end();
  }
}
