// A text as a QR code (ISO/IEC 18004): bytes, error correction level M, the smallest of versions 1 to 20 that holds it, the
// mask with the least penalty. Pure, so that pages draw it on the server and in the browser alike.

/** For each version the error correction codewords of a block, and how many blocks there are. */
// biome-ignore format: a table
const blocks = [
  [10, 1], [16, 1], [26, 1], [18, 2], [24, 2], [16, 4], [18, 4], [22, 4], [22, 5], [26, 5],
  [30, 5], [22, 8], [22, 9], [24, 9], [24, 10], [28, 10], [28, 11], [26, 13], [26, 14], [26, 16],
] as const;

type Grid = boolean[][];

/** True is dark. Null when the text is too long. */
export function qrCode(text: string): Grid | null {
  const bytes = new TextEncoder().encode(text);
  const version = blocks.findIndex((_, index) => bytes.length <= capacityOf(index + 1)) + 1;
  if (version === 0) return null;
  const { grid, isFixed } = patterns(version);
  place(grid, isFixed, corrected(version, framed(version, bytes)));
  let best: { grid: Grid; penalty: number } | null = null;
  for (let mask = 0; mask < 8; mask++) {
    const masked = grid.map((row, y) =>
      row.map((dark, x) => (isFixed[y]?.[x] ? dark : dark !== isInverted(mask, x, y))),
    );
    drawFormat(masked, mask);
    const penalty = penaltyOf(masked);
    if (!best || penalty < best.penalty) best = { grid: masked, penalty };
  }
  return best?.grid ?? null;
}

const sizeOf = (version: number) => version * 4 + 17;
const blockOf = (version: number) => blocks[version - 1] as readonly [number, number];
const lengthBits = (version: number) => (version < 10 ? 8 : 16);

/** All that is neither a pattern nor format or version, in bytes. */
function codewordsOf(version: number): number {
  const { isFixed } = patterns(version);
  return isFixed.flat().filter((fixed) => !fixed).length >> 3;
}

function dataWordsOf(version: number): number {
  const [correction, count] = blockOf(version);
  return codewordsOf(version) - correction * count;
}

const capacityOf = (version: number) => (dataWordsOf(version) * 8 - 4 - lengthBits(version)) >> 3;

/** Mode, length, the bytes, the end, and filling up to what the version holds. */
function framed(version: number, bytes: Uint8Array): number[] {
  const bits: number[] = [];
  const push = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, lengthBits(version));
  for (const byte of bytes) push(byte, 8);
  const most = dataWordsOf(version) * 8;
  push(0, Math.min(4, most - bits.length));
  push(0, -bits.length & 7);
  for (let fill = 0xec; bits.length < most; fill ^= 0xec ^ 0x11) push(fill, 8);
  return Array.from({ length: most / 8 }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8).join(''), 2));
}

/** Each block with its correction, interleaved. The last blocks have one byte more where it does not divide evenly. */
function corrected(version: number, data: number[]): number[] {
  const [correction, count] = blockOf(version);
  const short = Math.floor(data.length / count);
  const shortCount = count - (data.length % count);
  const parts = Array.from({ length: count }, (_, i) => {
    const start = i * short + Math.max(0, i - shortCount);
    const part = data.slice(start, start + short + (i < shortCount ? 0 : 1));
    return { part, check: remainder(part, correction) };
  });
  const woven = (lists: number[][], length: number) =>
    Array.from({ length }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
  return [
    ...woven(
      parts.map(({ part }) => part),
      short + 1,
    ),
    ...woven(
      parts.map(({ check }) => check),
      correction,
    ),
  ];
}

/** The product of two elements of the field of 256, modulo x^8 + x^4 + x^3 + x^2 + 1. */
function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> i) & 1) * a;
  }
  return product;
}

/** What is left of the data divided by the generator of that degree: the Reed–Solomon correction. */
export function remainder(data: number[], degree: number): number[] {
  let generator = [1];
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2)) {
    generator = [...generator, 0].map((factor, at) => factor ^ times(generator[at - 1] ?? 0, root));
  }
  let rest: number[] = Array(degree).fill(0);
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((each, at) => each ^ times(generator[at + 1] ?? 0, factor));
  }
  return rest;
}

/** What is the same in every code of a version, and where it is. */
function patterns(version: number): { grid: Grid; isFixed: Grid } {
  const size = sizeOf(version);
  const empty = (): Grid => Array.from({ length: size }, () => Array(size).fill(false));
  const [grid, isFixed] = [empty(), empty()];
  const set = (x: number, y: number, dark: boolean) => {
    const [row, fixed] = [grid[y], isFixed[y]];
    if (!row || !fixed || x < 0 || x >= size) return;
    row[x] = dark;
    fixed[x] = true;
  };
  const square = (x: number, y: number, reach: number, isDark: (distance: number) => boolean) => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, (distance) => distance !== 2 && distance !== 4);
  const places = alignmentOf(version);
  for (const x of places)
    for (const y of places) {
      const isCorner = (x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6);
      if (!isCorner) square(x, y, 2, (distance) => distance !== 1);
    }
  for (let i = 0; i < 9; i++) {
    if (!isFixed[8]?.[i]) set(i, 8, false);
    if (!isFixed[i]?.[8]) set(8, i, false);
    if (i < 8) {
      set(size - 1 - i, 8, false);
      set(8, size - 1 - i, false);
    }
  }
  set(8, size - 8, true);
  if (version >= 7) {
    const bits = (version << 12) | divided(version, 12, 0x1f25);
    for (let i = 0; i < 18; i++) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      set(a, b, ((bits >> i) & 1) === 1);
      set(b, a, ((bits >> i) & 1) === 1);
    }
  }
  return { grid, isFixed };
}

/** Where the small squares stand, in both directions. */
function alignmentOf(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  const last = sizeOf(version) - 7;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => last - i * step).reverse()];
}

/** The check bits of a short number: what is left of it divided by a polynomial. */
function divided(value: number, bits: number, by: number): number {
  let rest = value;
  for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * by);
  return rest;
}

/** Level M is 0 in the first two bits. */
export const formatOf = (mask: number) => ((mask << 10) | divided(mask, 10, 0x537)) ^ 0x5412;

function drawFormat(grid: Grid, mask: number): void {
  const size = grid.length;
  const bits = formatOf(mask);
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >> i) & 1) === 1;
    const set = (x: number, y: number) => {
      const row = grid[y];
      if (row) row[x] = dark;
    };
    if (i < 8) set(size - 1 - i, 8);
    else set(8, size - 15 + i);
    if (i < 6) set(8, i);
    else if (i < 8) set(8, i + 1);
    else if (i === 8) set(7, 8);
    else set(14 - i, 8);
  }
}

/** In pairs of columns from the right, up and down in turns, around what is fixed. */
function place(grid: Grid, isFixed: Grid, codewords: number[]): void {
  const size = grid.length;
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        const row = grid[y];
        if (!row || isFixed[y]?.[x] || at >= codewords.length * 8) continue;
        row[x] = (((codewords[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1;
        at++;
      }
  }
}

function isInverted(mask: number, x: number, y: number): boolean {
  const rules = [
    (x + y) % 2,
    y % 2,
    x % 3,
    (x + y) % 3,
    (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
    ((x * y) % 2) + ((x * y) % 3),
    (((x * y) % 2) + ((x * y) % 3)) % 2,
    (((x + y) % 2) + ((x * y) % 3)) % 2,
  ];
  return rules[mask] === 0;
}

/** How hard it is to read: long runs, blocks, what looks like a finder, and too much of one colour. */
function penaltyOf(grid: Grid): number {
  const size = grid.length;
  const columns = grid.map((_, x) => grid.map((row) => row[x] as boolean));
  let penalty = 0;
  for (const line of [...grid, ...columns]) {
    const text = line.map((dark) => (dark ? '1' : '0')).join('');
    for (const [run] of text.matchAll(/1{5,}|0{5,}/g)) penalty += run.length - 2;
    for (const finder of ['00001011101', '10111010000'])
      for (let at = text.indexOf(finder); at >= 0; at = text.indexOf(finder, at + 1)) penalty += 40;
  }
  for (let y = 0; y < size - 1; y++)
    for (let x = 0; x < size - 1; x++) {
      const dark = grid[y]?.[x];
      if (dark === grid[y]?.[x + 1] && dark === grid[y + 1]?.[x] && dark === grid[y + 1]?.[x + 1]) penalty += 3;
    }
  const share = grid.flat().filter(Boolean).length / (size * size);
  return penalty + Math.floor(Math.abs(share * 20 - 10)) * 10;
}
