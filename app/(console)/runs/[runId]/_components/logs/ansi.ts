// Colours that programs print, as pieces of text with a look. Only how text looks is taken over: what moves the cursor or
// talks to a terminal goes, and of a line that was written over (by carriage returns) the last writing stays.
export type AnsiPiece = { text: string; look: AnsiLook };
export type AnsiLook = { colour: string | null; isBold: boolean; isDim: boolean; isUnderlined: boolean };

const plain: AnsiLook = { colour: null, isBold: false, isDim: false, isUnderlined: false };
const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that it is about
const sequence = /\u001b\[([0-9;:?]*)([A-Za-z])|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[@-Z\\^_]/g;

export function ansiPieces(line: string): AnsiPiece[] {
  const text = line.replace(/\r+$/, '');
  const written = text.slice(text.lastIndexOf('\r') + 1);
  const pieces: AnsiPiece[] = [];
  let look = plain;
  let from = 0;
  const add = (part: string) => {
    if (part !== '') pieces.push({ text: part, look });
  };
  for (const match of written.matchAll(sequence)) {
    add(written.slice(from, match.index));
    if (match[2] === 'm') look = lookAfter(look, match[1] ?? '');
    from = match.index + match[0].length;
  }
  add(written.slice(from));
  return pieces;
}

export const plainText = (line: string) =>
  ansiPieces(line)
    .map(({ text }) => text)
    .join('');

function lookAfter(before: AnsiLook, codes: string): AnsiLook {
  const numbers = codes.split(/[;:]/).map(Number);
  let look = before;
  for (let at = 0; at < numbers.length; at++) {
    const code = numbers[at] ?? 0;
    if (code === 38 || code === 48) {
      const [colour, used] = extendedColour(numbers.slice(at + 1));
      if (code === 38) look = { ...look, colour };
      at += used;
    } else look = simple(look, code);
  }
  return look;
}

function simple(look: AnsiLook, code: number): AnsiLook {
  if (code === 0) return plain;
  if (code === 1) return { ...look, isBold: true };
  if (code === 2) return { ...look, isDim: true };
  if (code === 4) return { ...look, isUnderlined: true };
  if (code === 22) return { ...look, isBold: false, isDim: false };
  if (code === 24) return { ...look, isUnderlined: false };
  if (code === 39) return { ...look, colour: null };
  const name = names[code >= 90 ? code - 90 : code - 30];
  return (code >= 30 && code <= 37) || (code >= 90 && code <= 97) ? { ...look, colour: name ?? null } : look;
}

/** The sixteen named ones have colours of ours, which can be read on our ground; others are left to the reader's ground. */
function extendedColour([kind, first = 0]: number[]): [string | null, number] {
  if (kind === 5) return [first < 16 ? (names[first % 8] ?? null) : null, 2];
  return [null, kind === 2 ? 4 : 0];
}
