import type { EventType, RunEvent } from '#lib/engine/events.ts';
import type { Naming } from '../naming.ts';
import { EventSentence } from '../trace/event-sentence.tsx';
import { DetailsSection } from './details-section.tsx';

const kinds: ReadonlySet<EventType> = new Set([
  'vision_summary',
  'target_resolved',
  'app_resolved',
  'element_resolved',
]);
const mostShown = 30;

/** What a node saw on pictures and what its targets turned out to be, newest first. */
export function NodeFindings({ events, naming }: { events: readonly RunEvent[]; naming: Naming }) {
  const found = events.filter(({ type }) => kinds.has(type)).toReversed();
  if (found.length === 0) return null;
  return (
    <DetailsSection heading="Seen and found" aside={found.length}>
      <ul className="flex flex-col gap-1.5 break-words text-sm">
        {found.slice(0, mostShown).map((event) => (
          <li key={event.seq}>
            <EventSentence event={event} naming={naming} />
          </li>
        ))}
        {found.length > mostShown && <li className="text-faint text-xs">… and earlier ones, in the trace</li>}
      </ul>
    </DetailsSection>
  );
}
