import { classNames } from '../../../../_components/ui/class-names.ts';
import type { DiffRow } from './line-diff.ts';

/** Both texts side by side; on a phone one below the other, row by row, and equal lines once. */
export function DiffTable({ rows, before, after }: { rows: DiffRow[]; before: string; after: string }) {
  let [left, right] = [0, 0];
  const numbered = rows.map((row) => ({
    ...row,
    left: row.before === null ? null : ++left,
    right: row.after === null ? null : ++right,
  }));
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
        {numbered.map((row) => (
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
        ))}
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
          <span className="min-w-0 whitespace-pre-wrap break-words">{text || ' '}</span>
        </div>
      )}
    </td>
  );
}
