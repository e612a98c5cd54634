import { RelativeTime } from '#app/_components/time.tsx';
import { shortDuration } from '#app/_components/time-words.ts';
import type { GateView } from '#lib/runs/views.ts';

type Vote = NonNullable<GateView['votes']>[number];

/** `1 of 2: Approve (ann)`: how far each answer is from being enough. */
function tally(gate: GateView, quorum: number): { label: string; count: string; by: string }[] {
  const byOption = new Map<string, Vote[]>();
  for (const vote of gate.votes ?? []) byOption.set(vote.option, [...(byOption.get(vote.option) ?? []), vote]);
  return [...byOption].map(([option, votes]) => ({
    label: gate.options.find(({ id }) => id === option)?.label ?? option,
    count: `${votes.length} of ${quorum}`,
    by: votes.map(({ by }) => by).join(', '),
  }));
}

/** Who may answer and how many must: votes so far, no answer of one's own, reminders. Nothing for a plain gate. */
export function GateVotes({ gate, startedBy }: { gate: GateView; startedBy: string }) {
  const { quorum, no_self, remind_every, remind_at, status } = gate;
  const votes = quorum === undefined ? [] : tally(gate, quorum);
  const isOpen = status === 'open';
  return (
    <ul className="flex flex-col gap-0.5 text-mute text-sm empty:hidden">
      {quorum !== undefined && votes.length === 0 && isOpen && (
        <li>{quorum} people must agree; nobody has voted yet.</li>
      )}
      {votes.map(({ label, count, by }) => (
        <li key={label}>
          <b className="font-semibold text-ink">{count}</b> say <b className="font-semibold text-ink">{label}</b>: {by}
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
