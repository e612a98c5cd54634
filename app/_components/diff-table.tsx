import { foldEqual } from '#lib/engine/compare/fold-equal.ts';
import type { DiffRow } from '#lib/engine/compare/line-diff.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { classNames } from './ui/class-names.ts';

type Props = { rows: DiffRow[]; before: string; after: string; isFolded?: boolean };

/** Both texts side by side; on a phone one below the other, row by row, and equal lines once. */
export function DiffTable({ rows, before, after, isFolded = false }: Props) {
  const shown = foldEqual(rows, isFolded);
  return (
    <table className="w-full table-fixed border-collapse bg-page font-mono text-xs/[20px] phone:block">
      <thead className="phone:sr-only">
        <tr className="border-line border-b text-left text-mute">
          <th scope="col" className="border-line border-r px-4 py-1.5 font-medium">
            {before}
          </th>
          <th scope="col" className="px-4 py-1.5 font-medium">
            {after}
          </th>
        </tr>
      </thead>
      <tbody className="phone:block">
        {shown.map((row) =>
          'folded' in row ? (
            <tr key={`folded ${row.left}`} className="phone:block">
              <td colSpan={2} className="border-line-soft border-y bg-panel px-4 text-faint phone:block">
                … {row.folded.toLocaleString('en')} equal {row.folded === 1 ? 'line' : 'lines'}
              </td>
            </tr>
          ) : (
            <tr key={`${row.left}-${row.right}`} className="phone:block">
              <Line
                number={row.left}
                text={row.before}
                className={classNames(
                  'border-line border-r phone:border-0',
                  row.isSame ? 'phone:hidden' : row.before !== null && 'bg-failed-soft',
                )}
                sign={row.isSame ? '' : '−'}
              />
              <Line
                number={row.right}
                text={row.after}
                className={row.isSame || row.after === null ? '' : 'bg-completed-soft'}
                sign={row.isSame ? '' : '+'}
              />
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

type LineProps = { number: number | null; text: string | null; className: string; sign: string };

function Line({ number, text, className, sign }: LineProps) {
  return (
    <td className={classNames('align-top phone:block', text === null && 'bg-panel phone:hidden', className)}>
      {text !== null && (
        <div className="flex pr-3">
          <span aria-hidden className="w-10 shrink-0 select-none pr-2 text-right text-faint">
            {number}
          </span>
          <span className="w-3 shrink-0 select-none text-mute">{sign}</span>
          <span className="min-w-0 whitespace-pre-wrap break-words">{visibleText(text) || ' '}</span>
        </div>
      )}
    </td>
  );
}
