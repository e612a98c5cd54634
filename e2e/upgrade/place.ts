// Where a fixture lives while it is made or opened: its data directory, and the MCP server that its runs use.
import { randomBytes } from 'node:crypto';
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');

export const serverIn = (place: string) => join(place, 'server-everything.js');

/** In small letters: what is kept for the search in lists is so too, and is found again when the fixture moves. */
export function makePlace(): string {
  const place = join(realpathSync(tmpdir()), `gatehouse-upgrade-${randomBytes(6).toString('hex')}`);
  mkdirSync(join(place, 'no-workflows'), { recursive: true });
  symlinkSync(everything, serverIn(place));
  return place;
}
