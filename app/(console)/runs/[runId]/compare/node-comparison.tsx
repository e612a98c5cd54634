import { shortId } from '#app/_components/short-id.ts';
import { StatusPill } from '#app/_components/status.tsx';
import { RelativeTime } from '#app/_components/time.tsx';
import { Callout } from '#app/_components/ui/callout.tsx';
import { Panel } from '#app/_components/ui/panel.tsx';
import { compareValues } from '#lib/engine/compare/compare-values.ts';
import { withoutRunId } from '#lib/engine/compare/without-run-id.ts';
import type { NodeView } from '#lib/engine/view/node-view.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { RunShown } from '#lib/runs/compare/read-comparison.ts';
import { costWords } from '../_components/cost-words.ts';
import { Took } from '../_components/inspector/details-section.tsx';
import { addressOf, type InspectorPane, placeOf } from '../_components/run-place.ts';
import { type Fact, FactTable } from './fact-table.tsx';
import { OtherAttempts } from './other-attempts.tsx';
import { type Side, ValueDiffView } from './value-diff.tsx';

export type NodeShown = RunShown & { view: NodeView | null };

/** Two attempts or visits of a node: how they went, what they were given and what they gave. */
export function NodeComparison({ node, left, right }: { node: string; left: NodeShown; right: NodeShown }) {
  const others = <OtherAttempts node={node} left={left} right={right} />;
  if (!left.view || !right.view) {
    return (
      <>
        <Callout>There was no such visit or attempt; choose another one.</Callout>
        {others}
      </>
    );
  }
  const isOneRun = left.run.id === right.run.id;
  const side = ({ run, view }: NodeShown, pane: InspectorPane): Side => {
    const at = { node, visit: view?.visit ?? 1, attempt: view?.attempt ?? null, pane };
    return {
      label: [!isOneRun && `#${shortId(run.id)}`, wordsOf(view)].filter(Boolean).join(', '),
      runId: run.id,
      href: addressOf(paths.run(run.id), placeOf(new URLSearchParams()), at),
    };
  };
  const head = (shown: NodeShown) => {
    const { label, href } = side(shown, 'overview');
    return (
      <a key={href} href={href} className="text-accent hover:underline">
        {label}
      </a>
    );
  };
  const section = (heading: string, pane: InspectorPane, of: (view: NodeView) => unknown) => (
    <Panel heading={heading}>
      <ValueDiffView
        diff={compareValues(compared(left, of), compared(right, of))}
        left={side(left, pane)}
        right={side(right, pane)}
      />
    </Panel>
  );
  return (
    <>
      {others}
      <Panel>
        <FactTable heads={[head(left), head(right)]} facts={factsOf(left.view, right.view)} />
      </Panel>
      {section('Input', 'input', ({ facts }) => facts?.input)}
      {section('Output', 'output', ({ output }) => output)}
      {(left.view.facts?.error || right.view.facts?.error) &&
        section('Error', 'overview', ({ facts }) => facts?.error ?? undefined)}
    </>
  );
}

function compared({ run, view }: NodeShown, of: (view: NodeView) => unknown): unknown {
  return view ? withoutRunId(of(view), run.id) : undefined;
}

function wordsOf(view: NodeView | null): string {
  if (!view) return '';
  return [`visit ${view.visit}`, view.attempt !== null && `attempt ${view.attempt}`].filter(Boolean).join(', ');
}

function factsOf(left: NodeView, right: NodeView): Fact[] {
  const fact = (label: string, of: (view: NodeView) => Fact['left']) => ({ label, left: of(left), right: of(right) });
  const facts = [
    fact('Status', ({ standing }) => <StatusPill status={standing} />),
    fact('Started', ({ times }) => times && <RelativeTime at={times.from} />),
    fact('Took', ({ times }) => times && <Took from={times.from} to={times.to} />),
  ];
  if (left.facts?.error || right.facts?.error)
    facts.push(fact('Error', (view) => visibleText(view.facts?.error?.message ?? '')));
  if (left.facts?.models || right.facts?.models) {
    facts.push(
      fact('Model', (view) => visibleText(view.facts?.models?.models.join(', ') ?? '')),
      fact('Tokens', ({ facts: of }) =>
        of?.models ? `${of.models.input.toLocaleString('en')} in · ${of.models.output.toLocaleString('en')} out` : '',
      ),
      fact('Cost', ({ facts: of }) =>
        of?.models ? (of.models.cost === null ? 'not known' : costWords(of.models.cost)) : '',
      ),
      fact('Tool calls', ({ facts: of }) => of?.models?.toolCalls ?? ''),
    );
  }
  return facts;
}
