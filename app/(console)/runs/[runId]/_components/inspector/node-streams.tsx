'use client';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { CodeBlock } from '#app/_components/ui/code-block.tsx';
import type { RunEvent } from '#lib/engine/events.ts';
import { latestOutput } from '#lib/engine/view/latest-output.ts';
import { DetailsSection } from './details-section.tsx';

const names = { stdout: 'Standard output', stderr: 'Standard error', message: 'Messages' } as const;

/** What the newest attempt prints, while it prints it. The whole text is among the artifacts. */
export function NodeStreams({ events, node, isRunning }: { events: RunEvent[]; node: string; isRunning: boolean }) {
  const streams = useMemo(() => latestOutput(events, node), [events, node]);
  return streams.map(({ stream, text, isCut }) => (
    <DetailsSection
      key={stream}
      heading={names[stream]}
      aside={isRunning ? 'live' : isCut ? 'the end of it' : undefined}
    >
      <FollowingText label={names[stream]} text={text} isError={stream === 'stderr'} />
    </DetailsSection>
  ));
}

/** Stays at the end while the reader is at the end, and where the reader is otherwise. */
function FollowingText({ label, text, isError }: { label: string; text: string; isError: boolean }) {
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new text may need scrolling
  useLayoutEffect(() => {
    const element = box.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [text]);
  return (
    <CodeBlock
      ref={box}
      label={label}
      className={isError ? 'max-h-64 text-interrupted' : 'max-h-64'}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 8;
      }}
    >
      {text}
    </CodeBlock>
  );
}
