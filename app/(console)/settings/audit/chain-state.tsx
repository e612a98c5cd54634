import { ShieldAlert, ShieldCheck } from 'lucide-react';
import type { Console } from '#lib/console/console.ts';
import { checkAuditWithin } from '#lib/people/audit/read-chain.ts';
import { RelativeTime } from '../../../_components/time.tsx';
import { Callout } from '../../../_components/ui/callout.tsx';

const patience = 1000;

/** Whether the log is still what was written: the whole chain is followed, at most once a minute. */
export async function ChainState({ house }: { house: Console }) {
  const check = await checkAuditWithin(house, patience);
  if (!check)
    return (
      <p className="px-5 py-2 text-mute text-xs phone:px-4">The chain is being checked; look again in a moment.</p>
    );
  const { problems, entries, sealedAt, key } = check;
  if (problems.length > 0) {
    return (
      <div className="px-5 py-3 phone:px-4">
        <Callout variant="failed" icon={<ShieldAlert aria-hidden className="text-failed" />}>
          <p className="font-medium">This log is not what was written.</p>
          <ul className="mt-1 text-mute">
            {problems.slice(0, 10).map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Callout>
      </div>
    );
  }
  return (
    <p className="px-5 py-2 text-mute text-xs phone:px-4">
      <ShieldCheck aria-hidden className="mr-1.5 inline size-3.5 align-[-3px] text-completed" />
      {entries.toLocaleString('en')} entries, none changed
      {sealedAt && (
        <>
          {' · '}sealed <RelativeTime at={sealedAt} /> with key{' '}
          <span className="font-mono" title={key ?? undefined}>
            {key?.slice(0, 8)}
          </span>
        </>
      )}
    </p>
  );
}
