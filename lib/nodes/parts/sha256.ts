// SHA-256 of a text, for code that decides: at once, in the browser as on the server.
import { sha256 as hashOf } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export function sha256(text: string): string {
  return bytesToHex(hashOf(utf8ToBytes(text)));
}
