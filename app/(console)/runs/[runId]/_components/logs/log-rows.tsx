'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#app/_components/ui/button.tsx';
import { classNames } from '#app/_components/ui/class-names.ts';
import type { LogLines, LogPlace } from '#lib/runs/views.ts';
import type { RunUrl } from '../use-run-url.ts';
import { LogText } from './log-line.tsx';
import { useLogLines } from './use-log.ts';

const lineHeight = 18;
/** A browser cannot place lines exactly in a box that is higher than this many of them: of a longer log it is a part. */
const mostRows = 900_000;
const nearEnd = 24;

/** Every line, of which only those in view are drawn. Stays at the end while the reader is there. */
export function LogRows({
  runId,
  place,
  end,
  isWrapped,
  wanted,
  target,
  url,
}: {
  runId: string;
  place: LogPlace;
  end: LogLines;
  isWrapped: boolean;
  wanted: string;
  target: { line: number } | null;
  url: RunUrl;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(target === null);
  // How many lines are before that part: it ends with the log until the reader looks at something else.
  const [held, setHeld] = useState(() => (target ? partAround(target.line, end.total) : null));
  const skipped = held ?? Math.max(0, end.total - mostRows);
  const count = Math.min(mostRows, end.total - skipped);
  const isLastPart = skipped + count >= end.total;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 30,
  });
  const items = rows.getVirtualItems();
  const numberOf = (index: number) => index + 1 + skipped;
  const lineOf = useLogLines(runId, place, end, [numberOf(items[0]?.index ?? 0), numberOf(items.at(-1)?.index ?? 0)]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new end is what scrolls
  useLayoutEffect(() => {
    if (isAtEnd) toEnd();
  }, [end.total, isAtEnd]);
  const asked = useRef(target?.line ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is shown when it is asked for
  useEffect(() => {
    if (target) goTo(target.line);
  }, [target]);
  // In the part that has it.
  useEffect(() => {
    const line = asked.current;
    if (line === null || line <= skipped || (line > skipped + count && !isLastPart)) return;
    rows.scrollToIndex(line - 1 - skipped, { align: 'center' });
    asked.current = null;
  });

  function goTo(line: number) {
    asked.current = line;
    setIsAtEnd(false);
    const isHere = line > skipped && line <= skipped + count;
    setHeld(isHere ? skipped : partAround(line, end.total));
  }

  function toEnd() {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          const isThere = isLastPart && scrollTop + clientHeight >= scrollHeight - nearEnd;
          setIsAtEnd(isThere);
          setHeld((now) => (isThere ? null : (now ?? skipped)));
        }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop the keyboard cannot scroll it
        tabIndex={0}
        role="log"
        aria-label="Lines"
        aria-live="off"
        className="h-[calc(100dvh-194px-var(--shell-top))] min-h-72 overflow-auto overscroll-contain bg-panel py-2 font-mono text-xs -outline-offset-2 [overflow-anchor:none] phone:h-[60dvh]"
      >
        {skipped > 0 && <Beyond line={skipped} words="Lines before these" onGo={goTo} />}
        <div className="relative min-w-full" style={{ height: rows.getTotalSize() }}>
          {items.map((item) => {
            const line = numberOf(item.index);
            const address = { ...place, line };
            const text = lineOf(line);
            return (
              <div
                key={item.key}
                ref={isWrapped ? rows.measureElement : undefined}
                data-index={item.index}
                data-line={line}
                className={classNames(
                  'absolute top-0 left-0 flex min-w-full leading-[18px]',
                  isWrapped ? 'w-full' : 'w-max',
                  line === url.line ? 'bg-accent-soft' : 'hover:bg-hover',
                )}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <a
                  href={url.hrefTo(address)}
                  onClick={url.follow(address)}
                  aria-label={`Line ${line}`}
                  className="w-16 shrink-0 select-none pr-3 text-right text-faint tabular-nums hover:text-ink phone:w-12"
                >
                  {line}
                </a>
                <span
                  className={classNames('pr-5', isWrapped ? 'min-w-0 whitespace-pre-wrap break-all' : 'whitespace-pre')}
                >
                  {text === undefined ? <span className="text-faint">…</span> : <LogText text={text} wanted={wanted} />}
                </span>
              </div>
            );
          })}
        </div>
        {!isLastPart && <Beyond line={skipped + count + 1} words="Lines after these" onGo={goTo} />}
      </div>
      {!isAtEnd && (
        <Button
          size="sm"
          className="absolute right-6 bottom-3 animate-arrive rounded-full shadow-overlay"
          onClick={() => {
            setHeld(null);
            toEnd();
            setIsAtEnd(true);
          }}
        >
          <ArrowDown aria-hidden />
          To the end
        </Button>
      )}
    </div>
  );
}

/** How many lines are before the part with this one in its middle. */
function partAround(line: number, total: number): number {
  return Math.max(0, Math.min(line - mostRows / 2, total - mostRows));
}

function Beyond({ line, words, onGo }: { line: number; words: string; onGo: (line: number) => void }) {
  return (
    <p className="sticky left-0 grid h-10 w-full place-items-center">
      <Button size="sm" onClick={() => onGo(line)}>
        {words} ({line.toLocaleString('en')})
      </Button>
    </p>
  );
}
