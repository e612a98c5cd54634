import { LifeBuoy } from 'lucide-react';
import { Callout } from '#app/_components/ui/callout.tsx';
import { CodeBlock } from '#app/_components/ui/code-block.tsx';
import type { RunState } from '#lib/engine/state.ts';
import { runEnding } from '#lib/engine/view/run-ending.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import type { Graph } from '#lib/workflow/graph.ts';
import { JsonTree } from './json-tree.tsx';

/** The heading over how a run came out; null while there is nothing to say. */
export function resultHeading(state: RunState, graph: Graph): string | null {
  const { summary, recovery } = runEnding(state, graph);
  if (!state.message && summary === undefined && !recovery) return null;
  return state.status === 'failed' ? 'Why it failed' : 'Result';
}

/** How the run came out: its message, what it sums up, and what a person should do now. */
export function RunResult({ state, graph }: { state: RunState; graph: Graph }) {
  const { summary, recovery } = runEnding(state, graph);
  return (
    <div className="flex flex-col gap-2.5">
      {state.message && (
        <CodeBlock
          label="Message"
          className={state.status === 'failed' ? 'border-failed/35! bg-failed-soft!' : undefined}
        >
          {state.message}
        </CodeBlock>
      )}
      {typeof summary === 'string' ? (
        <p className="whitespace-pre-wrap break-words text-sm">{visibleText(summary)}</p>
      ) : (
        summary !== undefined && <JsonTree value={summary} />
      )}
      {recovery && (
        <Callout variant="accent" icon={<LifeBuoy aria-hidden className="text-accent" />}>
          <p className="font-semibold">What to do now</p>
          <p className="whitespace-pre-wrap break-words">{visibleText(recovery)}</p>
        </Callout>
      )}
    </div>
  );
}
