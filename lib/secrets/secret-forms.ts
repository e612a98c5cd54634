// How a secret may look when something prints it: as it is, quoted in JSON, for a shell or by Python, encoded for an address
// or a page, in hexadecimal, in base64 at any place of a longer text, wrapped into lines. What is not listed here is not
// found in a log, and what a program makes of a secret in its own way cannot be.
const shortestPiece = 8;
/** Where base64 is broken into lines: mail and the `base64` program at 76, PEM at 64. */
const wrappedAt = [76, 64];

export function formsOf(value: string): string[] {
  // In the name of a file, slashes in a row are one.
  const asPath = value.replace(/\/{2,}/g, '/');
  const whole = [...new Set([value, value.trim(), ...(asPath.length >= shortestPiece ? [asPath] : [])])];
  const forms = [...whole.flatMap(encodingsOf), ...longLines(value.split(/\r?\n/))];
  return [...new Set(forms)].filter((form) => form !== '');
}

function encodingsOf(value: string): string[] {
  const json = inJson(value);
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  return [
    value,
    json,
    inJson(json),
    json.replaceAll('/', '\\/'),
    asciiJson(json),
    inJson(asciiJson(json)),
    asciiJson(inJson(json)),
    ...shellForms(value),
    ...pythonForms(value),
    ...addressForms(value),
    ...pageForms(value),
    hex,
    hex.toUpperCase(),
    ...base64Forms(bytes),
  ];
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

const asciiJson = (json: string) =>
  json.replace(/[\u007f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Between single quotes, which end and begin again around one, and with a backslash before each character that means something. */
function shellForms(value: string): string[] {
  const odd = /[ '"\\|&;()<>!{}*[\]?^$`,]/g;
  return [value.replaceAll("'", "'\\''"), value.replaceAll("'", `'"'"'`), value.replace(odd, '\\$&')];
}

const pythonEscapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const hex = (code: number, length: number) => code.toString(16).padStart(length, '0');

/** repr(), ascii() and the repr of bytes; of a quote only the kind that stands around is escaped. */
function pythonForms(value: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are escaped
  const repr = value.replace(/[\\\u0000-\u001f\u007f-\u00a0\u00ad]/g, (one) => pythonEscapes[one] ?? asciiPython(one));
  const ascii = Array.from(repr, (one) => (one > '~' ? asciiPython(one) : one)).join('');
  const escaped = value.replace(/[\\\n\r\t]/g, (one) => pythonEscapes[one] as string);
  const bytes = [...Buffer.from(escaped)]
    .map((byte) => (byte < 0x20 || byte > 0x7e ? `\\x${hex(byte, 2)}` : String.fromCharCode(byte)))
    .join('');
  return [repr, ascii, bytes].flatMap((one) => [one, one.replaceAll("'", "\\'")]);
}

function asciiPython(character: string): string {
  const code = character.codePointAt(0) as number;
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

function addressForms(value: string): string[] {
  // A lone surrogate has no encoding; it never reaches an address either.
  const text = value.toWellFormed();
  const strict = encodeURIComponent(text).replace(
    /[!'()*~]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const forms = [encodeURIComponent(text), strict, strict.replaceAll('%7E', '~'), encodeURI(text)];
  const plain = [...forms, ...forms.map((one) => one.replaceAll('%20', '+'))];
  // An address inside of an address: what was encoded is encoded again.
  const all = [...plain, ...plain.map(encodeURIComponent)];
  return [...all, ...all.map((one) => one.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))];
}

/** As the writers of HTML and XML escape it; of a quote each has its own way. */
function pageForms(value: string): string[] {
  const text = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quotes = [
    ['"', "'"],
    ['&quot;', "'"],
    ['&quot;', '&#39;'],
    ['&quot;', '&#x27;'],
    ['&quot;', '&apos;'],
    ['&#34;', '&#39;'],
  ] as const;
  return quotes.map(([double, single]) => text.replaceAll('"', double).replaceAll("'", single));
}

/** Only the characters that no neighbouring byte has a part in: those are the same whatever stands around the secret. */
function base64Forms(bytes: Buffer): string[] {
  const cores = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const [first = ''] = cores;
  const wrapped = wrappedAt.flatMap((width) => longLines(first.match(new RegExp(`.{1,${width}}`, 'g')) ?? []));
  const all = [...cores, ...(first.length > Math.min(...wrappedAt) ? wrapped : [])];
  return [...all, ...all.map((one) => one.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** A key of many lines is also found when it is printed line by line. */
function longLines(lines: string[]): string[] {
  if (lines.length < 2) return [];
  return lines.map((line) => line.trim()).filter((line) => line.length >= shortestPiece);
}
