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
/** A browser cannot draw a box that is higher than this many lines. */
const mostRows = 1_500_000;
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
  const skipped = Math.max(0, end.total - mostRows);
  const rows = useVirtualizer({
    count: end.total - skipped,
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is shown when it is asked for
  useEffect(() => {
    if (!target) return;
    setIsAtEnd(false);
    rows.scrollToIndex(Math.max(0, target.line - 1 - skipped), { align: 'center' });
  }, [target]);

  function toEnd() {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) =>
          setIsAtEnd(scrollTop + clientHeight >= scrollHeight - nearEnd)
        }
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop the keyboard cannot scroll it
        tabIndex={0}
        role="log"
        aria-label="Lines"
        aria-live="off"
        className="h-[calc(100dvh-194px-var(--shell-top))] min-h-72 overflow-auto overscroll-contain bg-panel py-2 font-mono text-xs -outline-offset-2 [overflow-anchor:none] phone:h-[60dvh]"
      >
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
      </div>
      {!isAtEnd && (
        <Button
          size="sm"
          className="absolute right-6 bottom-3 animate-arrive rounded-full shadow-overlay"
          onClick={() => {
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
