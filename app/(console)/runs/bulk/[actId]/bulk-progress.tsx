'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { stopBulkAction } from '#app/_actions/bulk.ts';
import { bulkQuery } from '#app/_client/queries.ts';
import { shortId } from '#app/_components/short-id.ts';
import { Button } from '#app/_components/ui/button.tsx';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import { Progress } from '#app/_components/ui/progress.tsx';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { BulkAct } from '#lib/runs/views.ts';
import { runWords } from '../run-words.ts';

const pollEvery = 500;

export function BulkProgress({ initial, list }: { initial: BulkAct; list: string }) {
  const { data: act } = useQuery({
    ...bulkQuery(initial.id),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data?.ended_at === null ? pollEvery : false),
  });
  const isGoing = act.ended_at === null;
  return (
    <div className="flex max-w-[640px] flex-col gap-4 p-5 phone:p-4">
      <section aria-label="Progress" className="rounded-lg border border-line bg-panel p-4">
        <p role="status" className="mb-2.5 font-semibold text-sm">
          {act.done.toLocaleString('en')} of {runWords(act.total)}
          <span className="font-normal text-mute"> · {wordsOf(act)}</span>
        </p>
        <span className="block text-accent">
          <Progress
            done={act.done}
            total={act.total}
            variant={isGoing ? 'moving' : 'still'}
            label={`${act.label}: progress`}
            className="w-full"
          />
        </span>
        <noscript>
          <p className="mt-2.5 text-mute text-xs">Not live, reload to refresh.</p>
        </noscript>
      </section>
      {act.refused > 0 && <Refusals act={act} />}
      <div className="flex gap-2">
        {isGoing && (
          <form action={stopBulkAction}>
            <input type="hidden" name="act" value={act.id} />
            <input type="hidden" name="list" value={list} />
            <Button type="submit" disabled={act.is_stopped}>
              Stop here
            </Button>
          </form>
        )}
        <ButtonLink href={paths.runsOf(list)} variant={isGoing ? 'normal' : 'primary'}>
          Back to the list
        </ButtonLink>
      </div>
      {isGoing && <p className="text-mute text-xs">It goes on when you leave this page.</p>}
    </div>
  );
}

function wordsOf({ done, refused, is_stopped, ended_at }: BulkAct): string {
  const state = ended_at === null ? (is_stopped ? 'stopping' : 'going on') : is_stopped ? 'stopped' : 'finished';
  return refused === 0
    ? state
    : `${state}, ${(done - refused).toLocaleString('en')} done, ${refused.toLocaleString('en')} refused`;
}

function Refusals({ act: { refusals, refused } }: { act: BulkAct }) {
  return (
    <section aria-labelledby="refused" className="rounded-lg border border-line bg-panel">
      <h2 id="refused" className="border-line border-b px-4 py-2.5 font-semibold text-sm">
        Refused
      </h2>
      <ul className="divide-y divide-line-soft text-sm">
        {refusals.map(({ run, message }) => (
          <li key={run} className="flex gap-3 px-4 py-2">
            <Link
              href={paths.run(run)}
              prefetch={false}
              className="shrink-0 font-mono text-accent text-xs leading-5 hover:underline"
            >
              #{shortId(run)}
            </Link>
            <span className="min-w-0 wrap-anywhere text-mute">{visibleText(message)}</span>
          </li>
        ))}
        {refused > refusals.length && (
          <li className="px-4 py-2 text-mute">and {(refused - refusals.length).toLocaleString('en')} more</li>
        )}
      </ul>
    </section>
  );
}
