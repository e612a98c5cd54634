import { ChevronRight } from 'lucide-react';
import { PersonMark } from '#app/_components/person-mark.tsx';
import { shortId } from '#app/_components/short-id.ts';
import { StatusPill } from '#app/_components/status.tsx';
import { RelativeTime } from '#app/_components/time.tsx';
import { Panel } from '#app/_components/ui/panel.tsx';
import { compareRuns } from '#lib/engine/compare/compare-runs.ts';
import { ownRun } from '#lib/engine/compare/without-run-id.ts';
import { nothingSpent } from '#lib/engine/state.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { RunShown } from '#lib/runs/compare/read-comparison.ts';
import { costWords } from '../_components/cost-words.ts';
import { Took } from '../_components/inspector/details-section.tsx';
import { type Fact, FactTable } from './fact-table.tsx';
import { PathTable } from './path-table.tsx';
import { type Side, ValueDiffView } from './value-diff.tsx';

/** The older run and the newer one: how they went, which way, with what, and what came of it. */
export function RunComparison({ sides: [left, right] }: { sides: [RunShown, RunShown] }) {
  const compared = compareRuns(
    { state: left.run.state, timeline: left.history.timeline },
    { state: right.run.state, timeline: right.history.timeline },
  );
  const names = new Map([...left.graph.nodes, ...right.graph.nodes].map(({ id, name }) => [id, name || id]));
  const nameOf = (node: string) => visibleText(names.get(node) ?? node);
  const side = ({ run }: RunShown, node?: string): Side => ({
    label: `#${shortId(run.id)}`,
    runId: run.id,
    href: node ? `${paths.run(run.id)}?node=${encodeURIComponent(node)}&pane=output` : paths.run(run.id),
  });
  return (
    <>
      <Panel>
        <FactTable
          heads={[<RunLink key="left" shown={left} />, <RunLink key="right" shown={right} />]}
          facts={factsOf(left, right)}
        />
      </Panel>
      <Panel heading="Path" aside={compared.path && pathWords(compared.path)}>
        {compared.path ? (
          <PathTable rows={compared.path} ids={[left.run.id, right.run.id]} nameOf={nameOf} />
        ) : (
          <p className="px-4 py-3 text-sm">
            Too long to compare here, step by step; the timelines of <RunLink shown={left} /> and{' '}
            <RunLink shown={right} /> have every step.
          </p>
        )}
      </Panel>
      <Panel heading="Inputs">
        <ValueDiffView diff={compared.inputs} left={side(left)} right={side(right)} />
      </Panel>
      <Panel heading="Outputs" aside={`${compared.outputs.length} differ · ${compared.same.length} the same`}>
        {compared.outputs.length === 0 && (
          <p className="px-4 py-3 text-mute text-sm">Every node gave the same in both runs.</p>
        )}
        {compared.outputs.length > 0 && (
          <p className="border-line-soft border-b px-4 py-1.5 text-faint text-xs">
            In each, the id of the run itself is written as {ownRun}.
          </p>
        )}
        {compared.outputs.map(({ node, diff }) => (
          <details key={node} open className="border-line border-b last:border-0">
            <summary className="flex items-center gap-1 px-4 py-2 font-medium text-sm hover:bg-hover">
              <ChevronRight
                aria-hidden
                className="-ml-1 size-3.5 text-faint transition-transform [details[open]>summary>&]:rotate-90"
              />
              {nameOf(node)}
            </summary>
            <ValueDiffView diff={diff} left={side(left, node)} right={side(right, node)} />
          </details>
        ))}
      </Panel>
    </>
  );
}

function RunLink({ shown: { run } }: { shown: RunShown }) {
  return (
    <a href={paths.run(run.id)} className="font-mono text-accent hover:underline">
      #{shortId(run.id)}
    </a>
  );
}

function pathWords(path: { before: unknown; after: unknown }[]): string {
  const alone = path.filter(({ before, after }) => !before || !after).length;
  return alone === 0 ? 'the same' : `${alone} of ${path.length} steps in one of them only`;
}

function factsOf(left: RunShown, right: RunShown): Fact[] {
  const fact = (label: string, of: (shown: RunShown) => Fact['left']) => ({ label, left: of(left), right: of(right) });
  const spent = ({ run }: RunShown) => run.state.spent ?? nothingSpent;
  const facts = [
    fact('Status', ({ run }) => <StatusPill status={run.status} hasFailedChecks={run.checks_failed} />),
    fact('Started', ({ run }) => <RelativeTime at={run.started_at ?? run.created_at} />),
    fact('By', ({ run }) => <PersonMark name={run.started_by} />),
    fact('Took', ({ run }) => (run.started_at ? <Took from={run.started_at} to={run.ended_at} /> : 'not started')),
    fact('Version', ({ run }) => run.version || 'none'),
    fact('Steps', ({ run }) => `${run.progress.done} of ${run.progress.total}`),
  ];
  if (left.run.message || right.run.message) facts.push(fact('Result', ({ run }) => visibleText(run.message ?? '')));
  if (spent(left).tokens + spent(right).tokens > 0) {
    facts.push(
      fact('Tokens', (shown) => spent(shown).tokens.toLocaleString('en')),
      fact('Cost', (shown) => costWords(spent(shown).cost)),
    );
  }
  if (spent(left).tool_calls + spent(right).tool_calls > 0)
    facts.push(fact('Tool calls', (shown) => spent(shown).tool_calls.toLocaleString('en')));
  return facts;
}
