/** Sixteen bytes a line: where they stand, what they are, and what they say where they are letters. */
export type HexLine = { offset: string; bytes: string; text: string };

const width = 16;

export function hexLines(bytes: Uint8Array, from = 0): HexLine[] {
  return Array.from({ length: Math.ceil(bytes.length / width) }, (_, index) => {
    const line = [...bytes.subarray(index * width, (index + 1) * width)];
    const hex = line.map((byte) => byte.toString(16).padStart(2, '0'));
    return {
      offset: (from + index * width).toString(16).padStart(8, '0'),
      bytes: [hex.slice(0, 8).join(' '), hex.slice(8).join(' ')].join('  ').padEnd(width * 3),
      text: line.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join(''),
    };
  });
}
