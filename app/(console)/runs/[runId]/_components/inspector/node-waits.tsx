import { LiveOnly } from '#app/_client/run-source.tsx';
import { RelativeTime } from '#app/_components/time.tsx';
import type { RunState } from '#lib/engine/state.ts';
import type { Bar } from '#lib/engine/view/timeline.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { CalledRunLink } from '../called-run-link.ts';
import { SignalForm } from '../signal-form.tsx';
import { DetailsSection } from './details-section.tsx';

/** What a node waits for right now, with a way to send it, and the runs that it called. */
export function NodeWaits({ node, state, bars }: { node: string; state: RunState; bars: readonly Bar[] }) {
  const waits = state.active.flatMap((position) => (position.node === node && position.wait ? [position.wait] : []));
  const calls = bars.flatMap(({ call, note, visit }) => (call ? [{ call, note, visit }] : []));
  if (waits.length === 0 && calls.length === 0) return null;
  const times = waits.flatMap(({ until, deadline }) => until ?? deadline ?? []);
  const signals = new Set(waits.flatMap(({ signal, call }) => (signal && !call ? [signal] : [])));
  return (
    <DetailsSection heading={waits.length > 0 ? 'Waits for' : 'Called'}>
      <div className="flex flex-col gap-2 text-sm">
        {times[0] && (
          <p>
            {waits.some(({ until }) => until) ? 'Goes on' : 'Gives up'} <RelativeTime at={times[0]} />
          </p>
        )}
        <LiveOnly>
          {calls.map(({ call, note, visit }) => (
            <CalledRunLink key={call} caller={state.run} call={call} className="text-accent hover:underline">
              {visibleText(note ?? '')}
              {calls.length > 1 && `, visit ${visit}`}: open the run
            </CalledRunLink>
          ))}
          {[...signals].map((signal) => (
            <SignalForm key={signal} runId={state.run} name={signal} />
          ))}
        </LiveOnly>
      </div>
    </DetailsSection>
  );
}
