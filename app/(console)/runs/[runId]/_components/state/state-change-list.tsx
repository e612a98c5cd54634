// What an event changed in the run's data: in a line for the scrubber, in rows for the tab of the state.

import type { StateChange } from '#lib/engine/view/state-changes.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { JsonTree } from '../json-tree.tsx';

const shortest = 40;

function valueWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
  return visibleText(text.length > shortest ? `${text.slice(0, shortest)}…` : text);
}

export function changeWords({ path, before, after }: StateChange): string {
  return before === undefined
    ? `${path} = ${valueWords(after)}`
    : `${path}: ${valueWords(before)} → ${valueWords(after)}`;
}

export function StateChangeList({ changes }: { changes: StateChange[] }) {
  return (
    <dl className="grid grid-cols-[minmax(120px,max-content)_minmax(0,1fr)_minmax(0,1fr)] gap-x-4 gap-y-1.5 font-mono text-xs/5 phone:grid-cols-1">
      {changes.map(({ path, before, after }) => (
        <div key={path} className="contents">
          <dt className="text-mute">{visibleText(path)}</dt>
          <dd className="min-w-0 text-faint line-through decoration-line">
            {before !== undefined && <JsonTree value={before} open={0} />}
          </dd>
          <dd className="min-w-0">
            {after === undefined ? <span className="text-faint">gone</span> : <JsonTree value={after} open={1} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
