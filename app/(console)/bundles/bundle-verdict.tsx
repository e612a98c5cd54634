'use client';
import { CircleX, Lock, LockOpen } from 'lucide-react';
import type { BundleVerdict } from '#app/_client/bundle/check-bundle.ts';
import { visibleText } from '#lib/html/visible-text.ts';

const mostNamed = 8;

/** What checking found: as this console has it, unaltered since somebody signed it, or what is altered. */
export function BundleVerdictWords({
  verdict,
  checked,
}: {
  verdict: BundleVerdict | null;
  checked: { done: number; of: number };
}) {
  if (!verdict) {
    return (
      <p role="status" className="mt-1 text-mute tabular-nums">
        Checking its files: {checked.done} of {checked.of} …
      </p>
    );
  }
  const { problems, files, answers, key, isOwn } = verdict;
  if (problems.length > 0) {
    return (
      <div role="alert" className="mt-1">
        <p className="flex items-center gap-1.5 font-semibold text-failed">
          <CircleX aria-hidden className="size-4" />
          Not as it was signed
        </p>
        <ul className="mt-0.5 list-disc break-words pl-5">
          {problems.slice(0, mostNamed).map((problem) => (
            <li key={problem}>{visibleText(problem)}</li>
          ))}
          {problems.length > mostNamed && <li>and {problems.length - mostNamed} more</li>}
        </ul>
      </div>
    );
  }
  const what = `${files} files${answers > 0 ? `, ${answers} ${answers === 1 ? 'answer' : 'answers'}` : ''}`;
  const Icon = isOwn ? Lock : LockOpen;
  return (
    <p role="status" className="mt-1 text-mute">
      <Icon aria-hidden className="mr-1.5 inline size-3.5 align-[-2px]" />
      {isOwn ? 'As answered: signed by this console, with key ' : 'Unaltered since it was signed by key '}
      <code className="break-all font-mono text-xs">{key}</code>
      {isOwn ? '' : ', which this console does not know'} ({what})
    </p>
  );
}
