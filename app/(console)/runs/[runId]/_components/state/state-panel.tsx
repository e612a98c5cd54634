import { CopyButton } from '#app/_components/ui/copy-button.tsx';
import { Panel } from '#app/_components/ui/panel.tsx';
import type { RunState } from '#lib/engine/state.ts';
import { JsonTree } from '../json-tree.tsx';
import type { Past } from '../travel/use-travel.ts';
import { CheckpointList } from './checkpoint-list.tsx';
import { StateChangeList } from './state-change-list.tsx';

const parts = {
  inputs: 'Inputs',
  computed: 'Computed',
  flags: 'Flags',
  custom: 'Custom fields',
  user_responses: 'Answers',
  outputs: 'Outputs',
  checkpoints: 'Checkpoints',
} as const;

/** The run's data, part by part, under the names that expressions use. */
export function StatePanel({ state, past }: { state: RunState; past: Past | null }) {
  return (
    <section
      aria-label="State"
      className="grid min-w-0 flex-1 grid-cols-2 items-start gap-3 p-5 max-lg:grid-cols-1 phone:p-3"
    >
      {past && (
        <Panel heading={`Changed by event ${past.event.seq}`} className="col-span-full">
          <div className="max-h-[40dvh] overflow-auto p-4">
            {past.changes.length > 0 ? (
              <StateChangeList changes={past.changes} />
            ) : (
              <p className="text-faint text-xs">This event changed no data.</p>
            )}
          </div>
        </Panel>
      )}
      {Object.entries(parts).map(([name, heading]) => {
        const value = state[name as keyof typeof parts];
        const size = Object.keys(value).length;
        if (size === 0 && name === 'custom') return null;
        return (
          <Panel
            key={name}
            heading={heading}
            aside={
              <>
                <code className="font-mono">{name}</code>
                <CopyButton
                  size="icon"
                  text={JSON.stringify(value, null, 2)}
                  label={`Copy ${heading.toLowerCase()} as JSON`}
                />
              </>
            }
          >
            <section
              aria-label={heading}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop the keyboard cannot scroll it
              tabIndex={0}
              className="max-h-[60dvh] overflow-auto p-3 -outline-offset-2"
            >
              {size === 0 && <p className="px-1 text-faint text-xs">Nothing yet</p>}
              {size > 0 &&
                (name === 'checkpoints' ? <CheckpointList state={state} /> : <JsonTree value={value} open={2} />)}
            </section>
          </Panel>
        );
      })}
    </section>
  );
}
