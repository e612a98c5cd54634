import type { RunView } from '#app/_client/run-view.ts';
import { StatusPill } from '#app/_components/status.tsx';
import { RelativeTime } from '#app/_components/time.tsx';
import { CodeBlock } from '#app/_components/ui/code-block.tsx';
import type { Graph } from '#lib/workflow/graph.ts';
import { DetailsSection, Facts, Took } from './details-section.tsx';
import { JsonTree } from './json-tree.tsx';
import { RunSignals } from './run-signals.tsx';

/** The run itself: how it stands, with what it was started, what it warned about. */
export function RunFacts({ view: { state }, graph }: { view: RunView; graph: Graph }) {
  return (
    <div className="pb-8">
      <header className="px-4 pt-4 pb-3">
        <h2 className="font-semibold text-base">This run</h2>
        {graph.description && <p className="mt-1 text-mute text-sm">{graph.description}</p>}
      </header>
      <div className="px-4 pb-3.5">
        <Facts>
          <dt>Status</dt>
          <dd>
            <StatusPill status={state.status} />
          </dd>
          <dt>Started by</dt>
          <dd>{state.started_by}</dd>
          <dt>Created</dt>
          <dd>
            <RelativeTime at={state.created_at} />
          </dd>
          {state.started_at && (
            <>
              <dt>{state.ended_at ? 'Took' : 'For'}</dt>
              <dd>
                <Took from={state.started_at} to={state.ended_at} />
              </dd>
            </>
          )}
          <dt>Workflow</dt>
          <dd>
            {state.workflow} {state.workflow_version && <span className="text-faint">v{state.workflow_version}</span>}
          </dd>
        </Facts>
      </div>
      {state.message && (
        <DetailsSection heading={state.status === 'failed' ? 'Why it failed' : 'Result'}>
          <CodeBlock
            label="Message"
            className={state.status === 'failed' ? 'border-failed/35! bg-failed-soft!' : undefined}
          >
            {state.message}
          </CodeBlock>
        </DetailsSection>
      )}
      {state.warnings.length > 0 && (
        <DetailsSection heading="Warnings" aside={state.warnings.length}>
          <ul className="flex flex-col gap-1 text-sm">
            {state.warnings.map((warning) => (
              <li key={warning.seq}>
                {warning.node && <span className="font-medium">{warning.node}: </span>}
                {warning.message}
              </li>
            ))}
          </ul>
        </DetailsSection>
      )}
      <RunSignals state={state} />
      {Object.keys(state.inputs).length > 0 && (
        <DetailsSection heading="Inputs">
          <JsonTree value={state.inputs} />
        </DetailsSection>
      )}
      <p className="border-line border-t px-4 py-3 text-faint text-xs">
        Choose a node to see its input, output and attempts.
      </p>
    </div>
  );
}
