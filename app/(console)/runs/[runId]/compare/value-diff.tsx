import { DiffTable } from '#app/_components/diff-table.tsx';
import type { ValueDiff } from '#lib/engine/compare/compare-values.ts';
import { type LargeValue, sizeWords } from '#lib/nodes/parts/large-value.ts';
import { paths } from '#lib/paths.ts';

/** Where one side comes from: what it is called, its run, and where the value can be read. */
export type Side = { label: string; runId: string; href: string };

/** What is different; where that cannot be told here, where both can be had. */
export function ValueDiffView({ diff, left, right }: { diff: ValueDiff; left: Side; right: Side }) {
  if (diff.kind === 'same') return <p className="px-4 py-3 text-mute text-sm">The same on both sides.</p>;
  return (
    <>
      {diff.kind === 'too_large' && (
        <p className="flex flex-wrap gap-x-3 px-4 py-3 text-sm">
          <span>Too large to compare here.</span>
          {diff.large.before.length === 0 && <Open side={left} />}
          {diff.large.after.length === 0 && <Open side={right} />}
        </p>
      )}
      {diff.kind === 'lines' && <DiffTable rows={diff.rows} before={left.label} after={right.label} isFolded />}
      <Large side={left} values={diff.large.before} />
      <Large side={right} values={diff.large.after} />
    </>
  );
}

function Open({ side: { label, href } }: { side: Side }) {
  return (
    <a href={href} className="text-accent hover:underline">
      Open {label}
    </a>
  );
}

function Large({ side, values }: { side: Side; values: LargeValue[] }) {
  if (values.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 px-4 py-1.5 text-sm">
      {values.map(({ $value: hash, bytes }) => (
        <a key={hash} href={paths.api.value(side.runId, hash)} download className="text-accent hover:underline">
          Download {hash.slice(0, 12)} of {side.label} ({sizeWords(bytes)})
        </a>
      ))}
    </p>
  );
}
