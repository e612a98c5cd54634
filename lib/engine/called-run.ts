// The id of the run that a waiting call starts follows from who waits for it: asking twice starts it once, and the page
// can lead there while it still runs.
import { sha256 } from '../nodes/parts/sha256.ts';

export function calledRunId(caller: string, signal: string): string {
  return sha256(`${caller}\n${signal}`).slice(0, 16);
}
