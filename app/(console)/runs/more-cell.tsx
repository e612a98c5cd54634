import { visibleText } from '#lib/html/visible-text.ts';
import type { RunSummary } from '#lib/runs/views.ts';
import { PersonMark } from '../../_components/person-mark.tsx';
import { RelativeTime } from '../../_components/time.tsx';
import { costWords } from './[runId]/_components/cost-words.ts';
import type { RunColumn } from './run-columns.ts';

/** What a run has in a column of its reader's choice; null where it has nothing. */
export function moreValue(run: RunSummary, column: RunColumn) {
  if (column === 'by') return <PersonMark name={run.started_by} />;
  if (column === 'ended') return run.ended_at && <RelativeTime at={run.ended_at} />;
  if (column === 'version') return run.version && `v${visibleText(run.version)}`;
  if (column === 'cost') return run.cost === null ? null : costWords(run.cost);
  const value = run.inputs[column.slice('input.'.length)];
  if (value === undefined) return null;
  const text = visibleText(String(value));
  return <span title={text}>{text}</span>;
}
