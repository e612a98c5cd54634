import { shortId } from '#app/_components/short-id.ts';
import { lookOf } from '#app/_components/status.tsx';
import { Button } from '#app/_components/ui/button.tsx';
import { Select } from '#app/_components/ui/select.tsx';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { otherRuns } from '#lib/runs/compare/read-comparison.ts';

type Others = Awaited<ReturnType<typeof otherRuns>>['others'];
type Props = { runId: string; others: Others; chosen: string | null };

/** Which of the workflow's other runs. A plain form: the choice is in the address. */
export function CompareForm({ runId, others, chosen }: Props) {
  if (others.length === 0) return null;
  return (
    <form method="get" action={paths.compare(runId)} className="flex flex-wrap items-center gap-2">
      <label htmlFor="with" className="text-mute text-sm">
        Compare #{shortId(runId)} with
      </label>
      <Select id="with" name="with" fit="sm" defaultValue={chosen ?? undefined} className="max-w-full">
        {others.map(({ id, status, started_by, created_at }) => (
          <option key={id} value={id}>
            #{shortId(id)}, {lookOf(status).label.toLowerCase()}, {created_at.slice(0, 16).replace('T', ' ')} UTC, by{' '}
            {visibleText(started_by)}
          </option>
        ))}
      </Select>
      <Button type="submit" size="sm">
        Compare
      </Button>
    </form>
  );
}
