// What a person reads must be what is there: characters that hide, reorder or control text are shown as their code point.
const controls = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f';
const directions = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
const invisible =
  '\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u2028\\u2029\\u2060-\\u2065\\u206a-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb';
const tags = '\\u{e0000}-\\u{e0fff}';
const hidden = new RegExp(`[${controls}${directions}${invisible}${tags}]`, 'gu');
// Joiners are part of some scripts and of emoji, but never follow plain ASCII.
const strayJoiners = /(?<=[\u0020-\u007e]|^)[\u200c\u200d]/gmu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal sequences begin with one
const terminalSequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g;

const codePoint = (character: string) =>
  `⟨U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** The same for JSON, by its own escapes: what is read is still exactly what is meant. */
export function visibleJson(json: string): string {
  const escaped = (found: string) =>
    Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    );
  return json.replace(hidden, escaped).replace(strayJoiners, escaped);
}

export function visibleText(text: string): string {
  return text
    .replace(terminalSequences, '')
    .replace(/\r\n?/g, '\n')
    .replace(hidden, codePoint)
    .replace(strayJoiners, codePoint);
}

const mostTold = 300;

/** A control holds a value exactly as it is. What of it no eye can see is told beside it; null when there is nothing. */
export function hiddenWords(value: string): string | null {
  if (value.search(hidden) < 0 && value.search(strayJoiners) < 0) return null;
  const lines = visibleText(value).split('\n');
  const told = lines.filter((line) => line.includes('⟨U+')).join('\n');
  return `Has characters that do not show: ${told.length > mostTold ? `${told.slice(0, mostTold)}…` : told}`;
}
