import type { BulkPlan } from '#lib/runs/views.ts';
import { runWords } from './run-words.ts';

export function BulkPlanView({ plan: { total, fits, parts, most }, isAll }: { plan: BulkPlan; isAll: boolean }) {
  const left = total - fits;
  const counted = parts.filter(({ count }) => count > 0);
  return (
    <section aria-label="What will happen" className="rounded-lg border border-line bg-panel">
      <p className="border-line border-b px-4 py-3 text-sm">
        {isAll ? 'All that fit the filter' : 'The chosen ones'}: <strong>{runWords(total)}</strong>. Nothing has
        happened yet.
      </p>
      <ul className="divide-y divide-line-soft text-sm">
        {counted.map(({ count, words }) => (
          <li key={words} className="flex gap-3 px-4 py-2.5">
            <span className="w-14 shrink-0 text-right font-semibold tabular-nums">{count.toLocaleString('en')}</span>
            <span>{words}</span>
          </li>
        ))}
        {left > 0 && (
          <li className="flex gap-3 px-4 py-2.5 text-mute">
            <span className="w-14 shrink-0 text-right tabular-nums">{left.toLocaleString('en')}</span>
            <span>
              {fits >= most
                ? `left as they are: at most ${most.toLocaleString('en')} are done at once`
                : 'left as they are: it cannot be done with them now'}
            </span>
          </li>
        )}
      </ul>
    </section>
  );
}
