import { shortDuration } from '#app/_components/time-words.ts';
import type { ModelUse } from '#lib/engine/view/model-use.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import type { GraphNode } from '#lib/workflow/graph.ts';
import { costWords } from '../cost-words.ts';
import { DetailsSection, Facts } from './details-section.tsx';

type Props = { use: ModelUse; node: GraphNode; output: unknown };

function textAt(value: unknown, key: string): string | null {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  return typeof found === 'string' ? found : null;
}

/** What a node asked of models: which, how much and at what cost. What was said is the conversation. */
export function ModelSection({ use, node, output }: Props) {
  const stoppedBy = textAt(output, 'stopped_by');
  const most = node.fields.max_tool_calls;
  return (
    <DetailsSection heading="Model" aside={`${use.calls} ${use.calls === 1 ? 'call' : 'calls'}`}>
      <Facts>
        <dt>Model</dt>
        <dd className="font-mono text-xs/5">{visibleText(use.models.join(', '))}</dd>
        <dt>Tokens</dt>
        <dd className="tabular-nums">
          {use.input.toLocaleString('en')} in · {use.output.toLocaleString('en')} out
        </dd>
        <dt>Cost</dt>
        <dd className="tabular-nums">
          {use.cost === null ? <span className="text-mute">Not known: a model has no price</span> : costWords(use.cost)}
        </dd>
        <dt>Time</dt>
        <dd className="tabular-nums">{shortDuration(use.ms)}</dd>
        {(use.toolCalls > 0 || typeof most === 'number') && (
          <>
            <dt>Tool calls</dt>
            <dd className="tabular-nums">
              {use.toolCalls}
              {typeof most === 'number' && <span className="text-faint"> of at most {most}</span>}
            </dd>
          </>
        )}
        {stoppedBy && (
          <>
            <dt>Stopped by</dt>
            <dd>{visibleText(stoppedBy.replaceAll('_', ' '))}</dd>
          </>
        )}
      </Facts>
    </DetailsSection>
  );
}
