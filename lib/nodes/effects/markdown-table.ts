// Rows as a Markdown table. A row is a list of cells, or a group of keys that the headers pick from.

function cell(value: unknown): string {
  const text = typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();
}

function cellsOf(row: unknown, headers: string[]): unknown[] {
  if (Array.isArray(row)) return headers.map((_, index) => row[index]);
  if (typeof row !== 'object' || row === null) return headers.map((_, index) => (index === 0 ? row : null));
  return headers.map((header) => (Object.hasOwn(row, header) ? (row as Record<string, unknown>)[header] : null));
}

/** The longest row of lists, or the keys of the first group, when nobody names the columns. */
export function headersOf(rows: unknown[]): string[] {
  const [first] = rows;
  if (typeof first === 'object' && first !== null && !Array.isArray(first)) return Object.keys(first);
  const columns = Math.max(1, ...rows.map((row) => (Array.isArray(row) ? row.length : 1)));
  return Array.from({ length: columns }, () => '');
}

export function markdownTable(title: string, headers: string[], rows: unknown[]): string {
  const line = (cells: unknown[]) => `| ${cells.map(cell).join(' | ')} |`;
  const table = [line(headers), line(headers.map(() => '---')), ...rows.map((row) => line(cellsOf(row, headers)))].join(
    '\n',
  );
  return title === '' ? table : `**${title}**\n\n${table}`;
}
