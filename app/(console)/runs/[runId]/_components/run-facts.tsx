import { PersonMark } from '#app/_components/person-mark.tsx';
import { RunParent } from '#app/_components/run-parent.tsx';
import { StatusPill } from '#app/_components/status.tsx';
import { RelativeTime } from '#app/_components/time.tsx';
import { nothingSpent, type Spent } from '#lib/engine/state.ts';
import { hasFailedChecks } from '#lib/engine/view/failed-checks.ts';
import type { RunView } from '#lib/engine/view/run-view.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import type { RunSummary } from '#lib/runs/views.ts';
import type { Graph } from '#lib/workflow/graph.ts';
import { costWords } from './cost-words.ts';
import { CheckList } from './inspector/check-list.tsx';
import { DetailsSection, Facts, Took } from './inspector/details-section.tsx';
import { JsonTree } from './json-tree.tsx';
import type { Naming } from './naming.ts';
import { RunResult, resultHeading } from './run-result.tsx';
import { RunSignals } from './run-signals.tsx';

/** The run itself: how it stands, with what it was started, what it warned about. */
type Props = { view: RunView; graph: Graph; parent: RunSummary['parent']; naming: Naming };

export function RunFacts({ view: { state }, graph, parent, naming }: Props) {
  const result = resultHeading(state, graph);
  const spent = spentWords(state.spent ?? nothingSpent, graph.budget);
  return (
    <div className="pb-8">
      <header className="px-4 pt-4 pb-3">
        <h2 className="font-semibold text-base">This run</h2>
        {graph.description && <p className="mt-1 text-mute text-sm">{visibleText(graph.description)}</p>}
      </header>
      <div className="px-4 pb-3.5">
        <Facts>
          <dt>Status</dt>
          <dd>
            <StatusPill status={state.status} hasFailedChecks={hasFailedChecks(state)} />
          </dd>
          <dt>Started by</dt>
          <dd>
            <PersonMark name={state.started_by} />
          </dd>
          {parent && (
            <>
              <dt>Comes from</dt>
              <dd>
                <RunParent parent={parent} />
              </dd>
            </>
          )}
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
          {spent.length > 0 && (
            <>
              <dt>Spent</dt>
              <dd className="tabular-nums">
                {spent.map((words) => (
                  <span key={words} className="block">
                    {words}
                  </span>
                ))}
              </dd>
            </>
          )}
        </Facts>
      </div>
      {result && (
        <DetailsSection heading={result}>
          <RunResult state={state} graph={graph} />
        </DetailsSection>
      )}
      {state.warnings.length > 0 && (
        <DetailsSection heading="Warnings" aside={state.warnings.length}>
          <ul className="flex flex-col gap-1 text-sm">
            {state.warnings.map((warning) => (
              <li key={warning.seq}>
                {warning.node && <span className="font-medium">{naming.node(warning.node)}: </span>}
                {visibleText(warning.message)}
              </li>
            ))}
          </ul>
        </DetailsSection>
      )}
      <CheckList
        checks={Object.entries(state.checks ?? {}).flatMap(([node, checks]) =>
          checks.map((check) => ({ ...check, of: naming.node(node) })),
        )}
      />
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

/** What the run has used of models and tools, and of how much where there is a limit; nothing when it used none. */
function spentWords({ tokens, cost, tool_calls }: Spent, budget: Graph['budget']): string[] {
  const count = (value: number) => value.toLocaleString('en');
  const part = (used: number, limit: number | null | undefined, words: (value: number) => string, noun: string) =>
    used > 0 ? [`${words(used)}${limit ? ` of ${words(limit)}` : ''} ${noun}`.trim()] : [];
  return [
    ...part(tokens, budget.tokens, count, 'tokens'),
    ...part(cost, budget.cost, costWords, ''),
    ...part(tool_calls, budget.tool_calls, count, tool_calls === 1 && !budget.tool_calls ? 'tool call' : 'tool calls'),
  ];
}
