import { visibleText } from '#lib/html/visible-text.ts';
import { csvRows } from './csv-rows.ts';
import type { FilePart } from './use-file-part.ts';

const mostRows = 500;

/** The rows as a table; the first names the columns. */
export function CsvPreview({ part, label }: { part: FilePart; label: string }) {
  const isCut = part.bytes.length < part.size;
  const [head = [], ...rows] = csvRows(new TextDecoder().decode(part.bytes), mostRows + 1, isCut);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop the keyboard cannot scroll it
    <section aria-label={label} tabIndex={0} className="overflow-auto -outline-offset-2">
      <table className="text-xs tabular-nums">
        <thead className="sticky top-0 bg-panel">
          <tr>
            {head.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name
              <th key={index} scope="col" className="border-line border-b px-3 py-1.5 text-left font-semibold">
                {visibleText(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name than their place
            <tr key={index} className="border-line-soft border-b">
              {row.map((value, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column} className="max-w-96 whitespace-pre-wrap break-words px-3 py-1 align-top">
                  {visibleText(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {(isCut || rows.length >= mostRows) && (
        <p className="px-3 py-2 text-faint text-xs">The first {rows.length} rows. Download the file for all of them.</p>
      )}
    </section>
  );
}
