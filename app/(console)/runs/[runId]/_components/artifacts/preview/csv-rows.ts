// Rows of comma-separated values (RFC 4180), also of those that are separated by semicolons or tabs, as far as they are whole.

/** Whichever separates most on the first line. */
function separatorOf(text: string): string {
  const first = text.slice(0, Math.max(0, text.search(/\r|\n|$/)));
  const count = (mark: string) => first.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

/** With `isCut` the text ends somewhere: its last row is left out. */
export function csvRows(text: string, most: number, isCut = false): string[][] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let [row, field, isQuoted]: [string[], string, boolean] = [[], '', false];
  const endRow = () => {
    rows.push([...row, field]);
    [row, field] = [[], ''];
  };
  for (let at = 0; at < text.length && rows.length < most; at++) {
    const character = text[at] ?? '';
    if (isQuoted && character === '"' && text[at + 1] === '"') {
      field += '"';
      at++;
    } else if (character === '"' && (isQuoted || field === '')) isQuoted = !isQuoted;
    else if (isQuoted) field += character;
    else if (character === separator) {
      row.push(field);
      field = '';
    } else if (character === '\n') endRow();
    else if (character !== '\r') field += character;
  }
  const hasRest = rows.length < most && !isCut && (field !== '' || row.length > 0);
  if (hasRest) endRow();
  return rows;
}
