'use client';
// The output of a node's programs, full width: the end first, live while it is printed, searched whole on the server, with
// an address for every line. A failed step opens where it says why.
import { ChevronDown, ChevronUp, Download, Search, TextWrap } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '#app/_components/ui/button.tsx';
import { buttonStyle } from '#app/_components/ui/button-style.ts';
import { controlStyle } from '#app/_components/ui/control-style.ts';
import { EmptyState } from '#app/_components/ui/empty-state.tsx';
import { Select } from '#app/_components/ui/select.tsx';
import { Skeleton } from '#app/_components/ui/skeleton.tsx';
import type { RunView } from '#lib/engine/view/run-view.ts';
import type { LogLines, LogPlace } from '#lib/runs/views.ts';
import type { Graph } from '#lib/workflow/graph.ts';
import { sizeWords } from '../artifacts/artifact-kind.ts';
import { FileLink } from '../artifacts/file-link.tsx';
import type { Naming } from '../naming.ts';
import { useRested } from '../use-rested.ts';
import type { RunUrl } from '../use-run-url.ts';
import { plainText } from './ansi.ts';
import { LogRows } from './log-rows.tsx';
import { attemptAt, type LoggedAttempt, loggedAttempts } from './logged-attempts.ts';
import { useLogEnd, useLogSearch } from './use-log.ts';

const looksWrong = /\b(error|fatal|exception|panic|traceback|failed|denied)\b/i;

export function LogPanel({ view, graph, naming, url }: { view: RunView; graph: Graph; naming: Naming; url: RunUrl }) {
  const attempts = useMemo(() => loggedAttempts(graph, view), [graph, view]);
  const chosen =
    attemptAt(view, url) ??
    attempts.find(({ node }) => node === url.node) ??
    attempts.find(({ isFailed }) => isFailed) ??
    attempts.find(({ isRunning }) => isRunning) ??
    attempts[0];
  const runId = view.state.run;
  const stdout = useLogEnd(runId, { ...placeOf(chosen), stream: 'stdout' }, chosen?.isRunning ?? false);
  const stderr = useLogEnd(runId, { ...placeOf(chosen), stream: 'stderr' }, chosen?.isRunning ?? false);
  if (!chosen) {
    return (
      <EmptyState heading="Nothing was printed yet" className="flex-1">
        What commands print stands here, line by line, while they print it.
      </EmptyState>
    );
  }
  if (!stdout.data || !stderr.data) {
    return (
      <section aria-label="Logs" className="min-w-0 flex-1 p-5">
        <Skeleton className="h-4 w-64 noscript:hidden" />
        <p className="hidden text-sm noscript:block">
          Without scripts a log is a file:{' '}
          {(['stdout', 'stderr'] as const).map((stream) => (
            <FileLink
              key={stream}
              runId={runId}
              file={{ kind: 'log', place: { ...placeOf(chosen), stream } }}
              name={`${stream}.log`}
              how="download"
              className="mr-2 text-accent underline"
            >
              {stream}
            </FileLink>
          ))}
        </p>
      </section>
    );
  }
  const ends = { stdout: stdout.data, stderr: stderr.data };
  return (
    <LogOfAttempt
      key={JSON.stringify(placeOf(chosen))}
      runId={runId}
      ends={ends}
      attempts={attempts}
      chosen={chosen}
      naming={naming}
      url={url}
    />
  );
}

/** What is looked at when it is opened stays: a step that fails takes nothing out of its reader's sight. */
function LogOfAttempt(props: Omit<LogProps, 'place'>) {
  const { ends, chosen, url } = props;
  const [begunWith, setBegunWith] = useState<LogPlace['stream'] | null>(null);
  const saysWhy = chosen.isFailed && ends.stderr.total > 0;
  const usual = saysWhy || (ends.stdout.total === 0 && ends.stderr.total > 0) ? 'stderr' : 'stdout';
  if (begunWith === null && ends.stdout.total + ends.stderr.total > 0) setBegunWith(usual);
  const place = { ...placeOf(chosen), stream: url.stream ?? begunWith ?? usual };
  return <Log key={place.stream} place={place} {...props} />;
}

const placeOf = (attempt: LoggedAttempt | undefined) => ({
  node: attempt?.node ?? '-',
  visit: attempt?.visit ?? 1,
  attempt: attempt?.attempt ?? 1,
});

type LogProps = {
  runId: string;
  place: LogPlace;
  ends: Record<LogPlace['stream'], LogLines>;
  attempts: LoggedAttempt[];
  chosen: LoggedAttempt;
  naming: Naming;
  url: RunUrl;
};

function Log({ runId, place, ends, attempts, chosen, naming, url }: LogProps) {
  const end = ends[place.stream];
  const { value: text, rested, setValue: setText } = useRested<string>('', () => {});
  const [isWrapped, setIsWrapped] = useState(false);
  const wanted = rested.trim().toLowerCase();
  const search = useLogSearch(runId, place, wanted, chosen.isRunning);
  const [target, setTarget] = useState<{ line: number } | null>(() => firstTarget(url.line, chosen, end));
  const { matches, count } = (wanted !== '' && search.data) || { matches: [], count: 0 };
  const step = (by: 1 | -1) => {
    const here = target?.line ?? (by > 0 ? 0 : end.total + 1);
    const next = by > 0 ? matches.find((line) => line > here) : matches.findLast((line) => line < here);
    const line = next ?? (by > 0 ? matches[0] : matches.at(-1));
    if (line !== undefined) setTarget({ line });
  };
  return (
    <section aria-label="Logs" className="flex min-w-0 flex-1 flex-col">
      <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-line border-b px-5 py-1.5 phone:px-3">
        <Select
          aria-label="Step"
          value={chosen.node}
          onChange={({ target: { value } }) => url.goTo({ node: value, stream: null, line: null }, 'replace')}
          fit="sm"
          className="max-w-56 text-xs"
        >
          {attempts.map(({ node, isFailed, isRunning }) => (
            <option key={node} value={node}>
              {naming.node(node)}
              {isFailed ? ' (failed)' : isRunning ? ' (running)' : ''}
            </option>
          ))}
        </Select>
        <fieldset aria-label="Stream" className="flex">
          {(['stdout', 'stderr'] as const).map((stream) => (
            <Button
              key={stream}
              size="sm"
              variant="ghost"
              aria-pressed={stream === place.stream}
              onClick={() =>
                url.goTo({ node: chosen.node, visit: url.visit, attempt: url.attempt, stream, line: null }, 'replace')
              }
              className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
            >
              {stream} <span className="text-faint tabular-nums">{ends[stream].total.toLocaleString('en')}</span>
            </Button>
          ))}
        </fieldset>
        <label className="relative w-56 min-w-0 phone:w-full">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-2 size-3.5 -translate-y-1/2 text-faint"
          />
          <input
            type="search"
            data-filter
            aria-label="Search the log"
            placeholder="Search the log"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
            }}
            className={controlStyle('h-[26px] pl-7 text-xs')}
          />
        </label>
        {wanted !== '' && (
          <>
            <span role="status" className="text-mute text-xs tabular-nums">
              {search.data && !search.isPlaceholderData ? `${count.toLocaleString('en')} lines` : 'Searching …'}
              {count > matches.length && `, the last ${matches.length.toLocaleString('en')} to step through`}
            </span>
            <Button variant="ghost" size="icon" aria-label="Previous match" onClick={() => step(-1)}>
              <ChevronUp aria-hidden />
            </Button>
            <Button variant="ghost" size="icon" aria-label="Next match" onClick={() => step(1)}>
              <ChevronDown aria-hidden />
            </Button>
          </>
        )}
        <span className="ml-auto flex items-center gap-2 text-faint text-xs tabular-nums">
          {(url.visit !== null || chosen.visit > 1) && <span>visit {chosen.visit}</span>}
          {(url.attempt !== null || chosen.attempt > 1) && <span>attempt {chosen.attempt}</span>}
          <span>{sizeWords(end.size)}</span>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Wrap lines"
            title="Wrap lines"
            aria-pressed={isWrapped}
            onClick={() => setIsWrapped(!isWrapped)}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            <TextWrap aria-hidden />
          </Button>
          <FileLink
            runId={runId}
            file={{ kind: 'log', place }}
            name={`${place.node}-${place.visit}-${place.attempt}.${place.stream}.log`}
            how="download"
            aria-label="Download the log"
            className={buttonStyle({ variant: 'ghost', size: 'icon' })}
          >
            <Download aria-hidden />
          </FileLink>
        </span>
      </div>
      {end.total === 0 ? (
        <p className="px-5 py-10 text-center text-mute text-sm">
          {naming.node(chosen.node)} printed nothing to {place.stream}
          {chosen.isRunning ? ' yet' : ''}.
        </p>
      ) : (
        <LogRows
          runId={runId}
          place={place}
          end={end}
          isWrapped={isWrapped}
          wanted={wanted}
          target={target}
          url={url}
        />
      )}
    </section>
  );
}

/** The line of the address; for a failed step the last line near the end that looks like the reason; else the end. */
function firstTarget(line: number | null, { isFailed }: LoggedAttempt, end: LogLines): { line: number } | null {
  if (line !== null) return { line };
  const wrong = isFailed ? end.lines.findLastIndex((text) => looksWrong.test(plainText(text))) : -1;
  return wrong < 0 ? null : { line: end.first + wrong };
}
