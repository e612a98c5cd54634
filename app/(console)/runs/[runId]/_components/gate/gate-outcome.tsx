import { CircleCheck, CircleSlash, CircleX, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { gateTitle } from '#app/_components/gate-title.ts';
import { isRefusal, optionLabel } from '#app/_components/gate-words.ts';
import { PersonMark } from '#app/_components/person-mark.tsx';
import { RelativeTime } from '#app/_components/time.tsx';
import { Button } from '#app/_components/ui/button.tsx';
import { Callout } from '#app/_components/ui/callout.tsx';
import { visibleText } from '#lib/html/visible-text.ts';
import type { GateView } from '#lib/runs/views.ts';
import { AnswerReceipt } from './answer-receipt.tsx';

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
        Answered by{' '}
        <b className="font-semibold">
          <PersonMark name={answer.by} />
        </b>
        , <RelativeTime at={answer.at} />: <b className="font-semibold">{optionLabel(gate, answer.option)}</b>
      </p>
      {answer.override && (
        <p className="text-mute">
          Decided as an administrator, passing over {answer.override.join(', ').replace('no_self', 'who started it')}.
        </p>
      )}
      {answer.alone && <p className="text-mute">As the only account there was, which is all the votes it takes.</p>}
      {answer.comment && <p className="mt-1 text-mute">“{visibleText(answer.comment)}”</p>}
      <AnswerReceipt answer={answer} />
    </div>
  );
}

/** A no is no tick, and what nobody answered is neither. */
export function OutcomeIcon({ gate, option }: { gate: GateView; option: string | undefined }) {
  if (option === undefined) return <CircleSlash aria-hidden className="size-4 shrink-0 text-cancelled" />;
  if (isRefusal(gate, option)) return <CircleX aria-hidden className="size-4 shrink-0 text-failed" />;
  return <CircleCheck aria-hidden className="size-4 shrink-0 text-completed" />;
}

/** A gate that was settled while the reader had it on the screen: one line where it stood, until it is dismissed. */
export function SettledGate({ gate, isLate, onDismiss }: { gate: GateView; isLate: boolean; onDismiss: () => void }) {
  return (
    <section aria-label={`Settled: ${gateTitle(gate.message)}`} data-gate="settled">
      <SettledLine gate={gate} option={gate.answer?.option} onDismiss={onDismiss}>
        {isLate && <Callout variant="failed">Your answer came too late and was not taken.</Callout>}
        <p className="truncate text-mute text-xs">{gateTitle(gate.message)}</p>
        <GateOutcome gate={gate} />
      </SettledLine>
    </section>
  );
}

/** The reader's own answer, as soon as the server has taken it. */
export function OwnAnswer({ gate, option, onDismiss }: { gate: GateView; option: string; onDismiss: () => void }) {
  const isVote = gate.quorum !== undefined && gate.status === 'open';
  return (
    <SettledLine gate={gate} option={option} onDismiss={onDismiss}>
      <p role="status" className="truncate">
        {isVote ? 'You voted' : 'You answered'} <b className="font-semibold">{optionLabel(gate, option)}</b>
        {isVote && ` · ${gate.votes?.filter((vote) => vote.option === option).length ?? 0} of ${gate.quorum}`}
        <span className="text-mute"> · {gateTitle(gate.message)}</span>
      </p>
    </SettledLine>
  );
}

function SettledLine({
  gate,
  option,
  onDismiss,
  children,
}: {
  gate: GateView;
  option: string | undefined;
  onDismiss: () => void;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-10 animate-arrive items-center gap-2.5 rounded-lg border border-line bg-panel py-1 pr-1 pl-4 text-sm">
      <OutcomeIcon gate={gate} option={option} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">{children}</div>
      <Button variant="ghost" size="icon" aria-label="Dismiss" onClick={onDismiss}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
