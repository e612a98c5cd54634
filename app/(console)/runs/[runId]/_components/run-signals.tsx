import { LiveOnly } from '#app/_client/run-source.tsx';
import { isTerminal, type RunState } from '#lib/engine/state.ts';
import { DetailsSection } from './inspector/details-section.tsx';
import { SignalForm } from './signal-form.tsx';

/** The signals that the run waits for, each with a form, and those that came before anybody waited for them. */
export function RunSignals({ state }: { state: RunState }) {
  const awaited = new Set(state.active.flatMap(({ wait }) => (wait?.signal && !wait.call ? [wait.signal] : [])));
  const kept = Object.entries(state.signals).filter(([name]) => !name.startsWith('call:'));
  if (isTerminal(state.status) || (awaited.size === 0 && kept.length === 0)) return null;
  return (
    <DetailsSection heading="Signals" aside={awaited.size > 0 ? `waits for ${awaited.size}` : undefined}>
      <div className="flex flex-col gap-3">
        <LiveOnly>
          {[...awaited].map((name) => (
            <SignalForm key={name} runId={state.run} name={name} />
          ))}
        </LiveOnly>
        {kept.map(([name, payloads]) => (
          <p key={name} className="text-mute text-sm">
            <code className="font-mono text-xs">{name}</code> came{' '}
            {payloads.length === 1 ? 'once' : `${payloads.length} times`} and nothing has taken it yet.
          </p>
        ))}
      </div>
    </DetailsSection>
  );
}
