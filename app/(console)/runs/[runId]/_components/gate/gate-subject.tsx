import { CodeBlock } from '#app/_components/ui/code-block.tsx';
import type { RunState } from '#lib/engine/state.ts';
import type { GateView } from '#lib/runs/views.ts';

/** The error behind a gate that the engine opened, unless the gate itself shows it. */
export function GateSubject({ gate, state }: { gate: GateView; state: RunState }) {
  const error = state.active.find((position) => position.gate === gate.id)?.error;
  const isShown = gate.show.some(({ text }) => text !== null);
  if (!error || isShown) return null;
  return (
    <CodeBlock label="Error" className="max-h-48 border-failed/35! bg-failed-soft!">
      {`${error.code}: ${error.message}`}
    </CodeBlock>
  );
}
