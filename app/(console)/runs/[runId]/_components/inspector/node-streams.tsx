'use client';
import { useMemo } from 'react';
import { CodeBlock } from '#app/_components/ui/code-block.tsx';
import type { RunEvent } from '#lib/engine/events.ts';
import { latestOutput } from '#lib/engine/view/latest-output.ts';
import { DetailsSection } from './details-section.tsx';
import { FollowingText } from './following-text.tsx';

export const streamNames = { stdout: 'Standard output', stderr: 'Standard error', message: 'Messages' } as const;

const parts = { all: undefined, end: 'the end of it', beginning: 'its beginning; the artifact has all of it' };

/** What the newest attempt prints, while it prints it. The whole text is among the artifacts. */
export function NodeStreams({ events, node, isRunning }: { events: RunEvent[]; node: string; isRunning: boolean }) {
  const streams = useMemo(
    () => latestOutput(events, node).filter(({ stream }) => stream !== 'message'),
    [events, node],
  );
  if (streams.length === 0)
    return <p className="px-4 text-mute text-sm">Nothing was printed{isRunning ? ' yet' : ''}.</p>;
  return streams.map(({ stream, text, part }) => (
    <DetailsSection
      key={stream}
      heading={streamNames[stream]}
      aside={isRunning && part !== 'beginning' ? 'live' : parts[part]}
    >
      {part === 'beginning' ? (
        <CodeBlock label={streamNames[stream]} className="max-h-64">
          {text}
        </CodeBlock>
      ) : (
        <FollowingText label={streamNames[stream]} text={text} isError={stream === 'stderr'} />
      )}
    </DetailsSection>
  ));
}
