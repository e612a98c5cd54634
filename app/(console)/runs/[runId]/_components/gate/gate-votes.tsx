import { optionLabel } from '#app/_components/gate-words.ts';
import { RelativeTime } from '#app/_components/time.tsx';
import { shortDuration } from '#app/_components/time-words.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { quorumWords } from '#lib/people/gate-page/quorum-words.ts';
import type { GateView } from '#lib/runs/views.ts';

/** Who voted for what. */
function tally(gate: GateView): { label: string; by: string }[] {
  return [...Map.groupBy(gate.votes ?? [], ({ option }) => option)].map(([option, votes]) => ({
    label: optionLabel(gate, option),
    by: visibleText(votes.map(({ by }) => by).join(', ')),
  }));
}

/** Who may answer and how many must: votes so far, no answer of one's own, reminders. Nothing for a plain gate. */
export function GateVotes({ gate, startedBy }: { gate: GateView; startedBy: string }) {
  const { no_self, remind_every, remind_at, status } = gate;
  const votes = quorumWords(gate);
  const isOpen = status === 'open';
  return (
    <ul className="flex flex-col gap-0.5 text-mute text-sm empty:hidden">
      {votes && isOpen && <li className="font-medium text-ink">{votes}</li>}
      {tally(gate).map(({ label, by }) => (
        <li key={label}>
          <b className="font-semibold text-ink">{label}</b>: {by}
        </li>
      ))}
      {no_self && isOpen && <li>Whoever started the run ({startedBy}) may not answer this.</li>}
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
