// Which gates have come to the reader since the last look. The list has only the newest of them: one that moves up into it
// because another was answered is not new.
import type { InboxGate } from '#lib/runs/views.ts';

type Listed = Pick<InboxGate, 'run' | 'id' | 'opened_at' | 'claimed'>;
export type Look = { known: Set<string>; latest: string; isWhole: boolean };

export const noticeKey = ({ run, id }: Pick<Listed, 'run' | 'id'>) => `${run}/${id}`;

/** When it came to whom it asks: it opened, or somebody handed it over. */
const cameAt = ({ opened_at, claimed }: Listed) => (claimed && claimed.at > opened_at ? claimed.at : opened_at);

/** What was seen up to now; before the first look nothing is new. */
export function lookAt<Gate extends Listed>(
  before: Look | null,
  gates: Gate[],
  count: number,
): { fresh: Gate[]; look: Look } {
  const isWhole = count <= gates.length;
  const fresh = before
    ? gates.filter(
        (gate) => !before.known.has(noticeKey(gate)) && ((before.isWhole && isWhole) || cameAt(gate) >= before.latest),
      )
    : [];
  const latest = [before?.latest ?? '', ...gates.map(cameAt)].sort().at(-1) ?? '';
  return { fresh, look: { known: new Set([...(before?.known ?? []), ...gates.map(noticeKey)]), latest, isWhole } };
}
