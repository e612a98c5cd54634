// SHA-256 of a text, for code that decides: at once, in the browser as on the server, and without any import.

const primes = firstPrimes(64);
const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32);
const firstState = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const constants = primes.map((prime) => fraction(Math.cbrt(prime)));

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** The text, a one bit, zeros, and the length in bits: a whole number of blocks of 64 bytes. */
function padded(bytes: Uint8Array): DataView {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const view = new DataView(new ArrayBuffer(blocks * 64));
  new Uint8Array(view.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  view.setBigUint64(blocks * 64 - 8, BigInt(bytes.length) * 8n);
  return view;
}

function scheduleOf(view: DataView, block: number): Int32Array {
  const words = new Int32Array(64);
  for (let at = 0; at < 16; at++) words[at] = view.getInt32(block + at * 4);
  const word = (at: number) => words[at] as number;
  for (let at = 16; at < 64; at++) {
    const early = word(at - 15);
    const late = word(at - 2);
    const small = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const large = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[at] = word(at - 16) + small + word(at - 7) + large;
  }
  return words;
}

type State = [number, number, number, number, number, number, number, number];

function mixed(state: State, words: Int32Array): State {
  let [a, b, c, d, e, f, g, h] = state;
  for (let round = 0; round < 64; round++) {
    const chosen = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + chosen) | 0;
    const one = (first + (constants[round] as number) + (words[round] as number)) | 0;
    const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return [a, b, c, d, e, f, g, h];
}

export function sha256(text: string): string {
  const view = padded(new TextEncoder().encode(text));
  let state = firstState as State;
  for (let block = 0; block < view.byteLength; block += 64) {
    const next = mixed(state, scheduleOf(view, block));
    state = state.map((word, at) => (word + (next[at] as number)) | 0) as State;
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
