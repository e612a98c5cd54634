'use client';
// After the console died or was stopped in the middle of a run: what was cut off, what was the last thing that was saved, and
// what becomes of each step.
import { Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRunSource } from '#app/_client/run-source.tsx';
import { RelativeTime } from '#app/_components/time.tsx';
import { Callout } from '#app/_components/ui/callout.tsx';
import type { CutOff, Interruption } from '#lib/engine/interruption.ts';
import type { Naming } from './naming.ts';
import type { RunPlace } from './run-place.ts';
import { EventSentence } from './trace/event-sentence.tsx';
import type { RunUrl } from './use-run-url.ts';

type Props = { interruption: Interruption; naming: Naming; url: RunUrl };

export function InterruptionNotice({ interruption: { at, hasDied, last, steps }, naming, url }: Props) {
  return (
    <section aria-label="After an interruption" className="px-5 pt-4 phone:px-3">
      <Callout variant="interrupted" icon={<Unplug aria-hidden className="text-interrupted" />}>
        <p className="font-semibold">
          The console {hasDied ? 'died' : 'was stopped'} while this run was at work. It was back{' '}
          <RelativeTime at={at} className="font-semibold" />.
        </p>
        <ul className="mt-1 flex flex-col gap-0.5">
          {steps.map((step) => (
            <li key={step.seq}>
              <Inside place={{ node: step.node, visit: step.visit }} url={url}>
                {naming.node(step.node)}
              </Inside>{' '}
              was running (attempt {step.attempt},{' '}
              <Inside place={{ tab: 'trace', event: step.seq }} url={url}>
                event {step.seq}
              </Inside>
              ): <Becomes step={step} />
            </li>
          ))}
        </ul>
        <p className="mt-1 break-words text-mute">
          {last && (
            <>
              The last that was saved before is{' '}
              <Inside place={{ tab: 'trace', event: last.seq }} url={url}>
                event {last.seq}
              </Inside>
              , <RelativeTime at={last.at} />: {last.node && `${naming.node(last.node)}: `}
              <EventSentence event={last} naming={naming} />.{' '}
            </>
          )}
          What had ended by then stays, and is not done again.
        </p>
      </Callout>
    </section>
  );
}

function Becomes({ step: { becomes, gate, attempt } }: { step: CutOff }) {
  const { isLive } = useRunSource();
  if (becomes === 'asked') {
    return (
      <>
        it may or may not have done its work, so{' '}
        {isLive ? (
          <a href={`#gate-${gate}`} className="underline">
            you are asked
          </a>
        ) : (
          'people were asked'
        )}
        .
      </>
    );
  }
  if (becomes === 'again')
    return `it runs again by itself as attempt ${attempt + 1}, since doing it twice does no harm.`;
  if (becomes === 'again_by_person') return `it runs again as attempt ${attempt + 1}, as was answered.`;
  if (becomes === 'held') return 'it is taken up again, or asked about, when the run goes on.';
  return 'it has been dealt with since, and the run goes on.';
}

function Inside({ place, url, children }: { place: Partial<RunPlace>; url: RunUrl; children: ReactNode }) {
  return (
    <a href={url.hrefTo(place)} onClick={url.follow(place)} className="underline">
      {children}
    </a>
  );
}
