'use client';
import { GitFork, History, X } from 'lucide-react';
import { LiveOnly } from '#app/_client/run-source.tsx';
import { useTicking } from '#app/_components/time.tsx';
import { exactTime } from '#app/_components/time-words.ts';
import { Button } from '#app/_components/ui/button.tsx';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import { CodeBlock } from '#app/_components/ui/code-block.tsx';
import { CopyButton } from '#app/_components/ui/copy-button.tsx';
import { endTypes } from '#lib/engine/event-types.ts';
import type { RunEvent } from '#lib/engine/events.ts';
import { paths } from '#lib/paths.ts';
import { JsonTree } from '../json-tree.tsx';
import type { Naming } from '../naming.ts';
import type { RunUrl } from '../use-run-url.ts';
import { EventSentence } from './event-sentence.tsx';

/** One event, whole. */
export function EventDetails({
  runId,
  event,
  naming,
  url,
  onClose,
}: {
  runId: string;
  event: RunEvent;
  naming: Naming;
  url: RunUrl;
  onClose: () => void;
}) {
  const exact = useTicking((_, zone) => exactTime(event.at, zone));
  return (
    <aside
      aria-label={`Event ${event.seq}`}
      className="w-[372px] shrink-0 overflow-y-auto border-line border-l bg-panel max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-40 max-lg:h-[70dvh] max-lg:w-auto max-lg:rounded-t-xl max-lg:border-t max-lg:shadow-overlay"
    >
      <header className="flex items-start gap-2 border-line border-b py-3 pr-3 pl-4">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold text-sm">
            Event {event.seq} <span className="font-mono font-normal text-mute text-xs">{event.type}</span>
          </h2>
          <p className="mt-0.5 text-mute text-xs">
            {exact}
            {event.node && <span title={event.node}> · {naming.node(event.node)}</span>}
            {event.visit && event.visit > 1 && ` · visit ${event.visit}`}
            {event.attempt && event.attempt > 1 && ` · attempt ${event.attempt}`}
          </p>
        </div>
        <CopyButton text={JSON.stringify(event, null, 2)} label="Copy the event as JSON" />
        <Button variant="ghost" size="icon" aria-label="Close the event" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </header>
      <div className="flex flex-col gap-3 p-4">
        <CodeBlock label="In words">
          <EventSentence event={event} naming={naming} />
        </CodeBlock>
        {!endTypes.has(event.type) && (
          <p className="flex flex-wrap gap-2">
            <ButtonLink href={url.hrefTo({ at: event.seq })} onClick={url.follow({ at: event.seq })} size="sm">
              <History aria-hidden />
              As it was then
            </ButtonLink>
            <LiveOnly>
              <ButtonLink href={paths.runPlan(runId, 'fork', { at: event.seq })} size="sm">
                <GitFork aria-hidden />
                Fork from here
              </ButtonLink>
            </LiveOnly>
          </p>
        )}
        <JsonTree value={event.data} open={2} />
      </div>
    </aside>
  );
}
