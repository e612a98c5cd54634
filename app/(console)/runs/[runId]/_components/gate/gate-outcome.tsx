import { CircleCheck, X } from 'lucide-react';
import { gateTitle } from '#app/_components/gate-title.ts';
import { optionLabel } from '#app/_components/gate-words.ts';
import { RelativeTime } from '#app/_components/time.tsx';
import { Button } from '#app/_components/ui/button.tsx';
import type { GateView } from '#lib/runs/views.ts';

/** How a gate was settled: who answered what, or that nobody has to any more. */
export function GateOutcome({ gate }: { gate: GateView }) {
  const { answer } = gate;
  if (!answer) {
    return (
      <p role="status" className="text-mute text-sm">
        This question is closed: nobody has to answer it any more.
      </p>
    );
  }
  return (
    <div role="status" className="text-sm">
      <p>
        Answered by <b className="font-semibold">{answer.by}</b>, <RelativeTime at={answer.at} />:{' '}
        <b className="font-semibold">{optionLabel(gate, answer.option)}</b>
      </p>
      {answer.comment && <p className="mt-1 text-mute">“{answer.comment}”</p>}
    </div>
  );
}

/** The reader's own answer, as soon as the server has taken it. */
export function OwnAnswer({ gate, option, onDismiss }: { gate: GateView; option: string; onDismiss: () => void }) {
  const isVote = gate.quorum !== undefined && gate.status === 'open';
  return (
    <p
      role="status"
      className="flex h-10 animate-arrive items-center gap-2 rounded-lg border border-line bg-panel pr-1 pl-4 text-sm"
    >
      <CircleCheck aria-hidden className="size-4 shrink-0 text-completed" />
      <span className="min-w-0 truncate">
        {isVote ? 'You voted' : 'You answered'} <b className="font-semibold">{optionLabel(gate, option)}</b>
        {isVote && ` · ${gate.votes?.filter((vote) => vote.option === option).length ?? 0} of ${gate.quorum}`}
        <span className="text-mute"> · {gateTitle(gate.message)}</span>
      </span>
      <Button variant="ghost" size="icon" className="ml-auto" aria-label="Dismiss" onClick={onDismiss}>
        <X aria-hidden />
      </Button>
    </p>
  );
}
