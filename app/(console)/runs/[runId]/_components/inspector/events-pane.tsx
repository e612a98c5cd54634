import { useState } from 'react';
import { shortDuration } from '#app/_components/time-words.ts';
import { Button } from '#app/_components/ui/button.tsx';
import type { RunEvent } from '#lib/engine/events.ts';
import type { NodeView } from '#lib/engine/view/node-view.ts';
import type { Naming } from '../naming.ts';
import { EventSentence } from '../trace/event-sentence.tsx';
import { eventTone } from '../trace/event-tone.ts';
import type { RunUrl } from '../use-run-url.ts';

const shownAtOnce = 200;

type Props = { shown: NodeView; isWhole: boolean; naming: Naming; url: RunUrl };

/** What happened in it, the newest last; each is a link to its place in the trace. */
export function EventsPane({ shown: { visitEvents: events }, isWhole, naming, url }: Props) {
  const [most, setMost] = useState(shownAtOnce);
  const start = Date.parse(events[0]?.at ?? '');
  return (
    <>
      {!isWhole && (
        <p className="px-4 py-2 text-mute text-xs">
          There are more events than fit here; the trace has every one of them.
        </p>
      )}
      {events.length > most && (
        <p className="px-4 py-2 noscript:hidden">
          <Button size="sm" onClick={() => setMost(most + 1000)}>
            Show earlier ones ({(events.length - most).toLocaleString('en')})
          </Button>
        </p>
      )}
      <ol aria-label="Events" className="pb-2">
        {events.slice(-most).map((event) => (
          <li key={event.seq}>
            <EventLink event={event} start={start} naming={naming} url={url} />
          </li>
        ))}
      </ol>
    </>
  );
}

function EventLink({ event, start, naming, url }: { event: RunEvent; start: number; naming: Naming; url: RunUrl }) {
  const place = { tab: 'trace', event: event.seq } as const;
  return (
    <a
      href={url.hrefTo(place)}
      onClick={url.follow(place)}
      title={event.at}
      className="block border-line-soft border-b px-4 py-1.5 font-mono text-xs/[18px] -outline-offset-2 hover:bg-hover"
    >
      <span className="flex gap-2">
        <span className="text-faint tabular-nums">{event.seq}</span>
        <span className={eventTone(event)}>{event.type}</span>
        <span className="ml-auto text-faint tabular-nums">
          +{shortDuration(Math.max(0, Date.parse(event.at) - start))}
        </span>
      </span>
      <span className="line-clamp-3 break-words text-mute">
        <EventSentence event={event} naming={naming} />
      </span>
    </a>
  );
}
