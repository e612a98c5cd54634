import { optionLabel } from '#app/_components/gate-words.ts';
import { PersonMark } from '#app/_components/person-mark.tsx';
import { RelativeTime } from '#app/_components/time.tsx';
import { shortDuration } from '#app/_components/time-words.ts';
import { quorumWords } from '#lib/people/gate-page/quorum-words.ts';
import type { GateView } from '#lib/runs/views.ts';

/** Who voted for what. */
const tally = (gate: GateView) =>
  [...Map.groupBy(gate.votes ?? [], ({ option }) => option)].map(([option, votes]) => ({
    label: optionLabel(gate, option),
    votes,
  }));

type Props = {
  gate: GateView;
  startedBy: string;
  /** With one account that account answers everything: there is nobody to count or to keep apart. */
  isAlone?: boolean;
};

/** Who may answer and how many must: votes so far, no answer of one's own, reminders. Nothing for a plain gate. */
export function GateVotes({ gate, startedBy, isAlone = false }: Props) {
  const { no_self, remind_every, remind_at, status } = gate;
  const votes = isAlone ? null : quorumWords(gate);
  const isOpen = status === 'open';
  return (
    <ul className="flex flex-col gap-0.5 text-mute text-sm empty:hidden">
      {votes && isOpen && <li className="font-medium text-ink">{votes}</li>}
      {tally(gate).map(({ label, votes }) => (
        <li key={label} className="flex flex-wrap items-center gap-x-2">
          <span>
            <b className="font-semibold text-ink">{label}</b>:
          </span>
          {votes.map(({ by, at }) => (
            <PersonMark key={`${by} ${at}`} name={by} />
          ))}
        </li>
      ))}
      {no_self && isOpen && !isAlone && <li>Whoever started the run ({startedBy}) may not answer this.</li>}
      {remind_every !== undefined && isOpen && (
        <li>
          Reminds every {shortDuration(remind_every)}
          {remind_at && (
            <>
              , next <RelativeTime at={remind_at} />
            </>
          )}
          .
        </li>
      )}
    </ul>
  );
}
