import Link from 'next/link';
import { paths } from '#lib/paths.ts';
import type { OpenGate } from '../../_client/queries.ts';
import { shortId } from '../../_components/short-id.ts';
import { RelativeTime } from '../../_components/time.tsx';
import { Badge } from '../../_components/ui/badge.tsx';
import { ButtonLink } from '../../_components/ui/button-link.tsx';
import { classNames } from '../../_components/ui/class-names.ts';
import { gateTitle } from './gate-title.ts';

/** Why a gate was opened, when it is not the workflow's own question. */
const purposes: Record<string, string> = {
  failure: 'a node failed',
  rejected: 'an answer was no',
  interrupted: 'work was interrupted',
  checkpoint: 'a checkpoint',
  server: 'starts a program',
  tool: 'a tool call',
  budget: 'the budget',
  visits: 'visited too often',
  elicitation: 'a server asks',
};

export function GateCard({ gate, isGone }: { gate: OpenGate; isGone: boolean }) {
  const title = gateTitle(gate.message) || `${gate.node} asks`;
  const purpose = purposes[gate.purpose];
  return (
    <li
      className={classNames(
        'relative flex items-center gap-4 rounded-lg border border-line border-l-3 border-l-waiting bg-panel px-4 py-3 hover:bg-hover phone:flex-col phone:items-stretch phone:gap-3',
        isGone && 'opacity-55',
      )}
    >
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-1.5 text-mute text-xs">
          {gate.run_name}
          <span className="font-mono text-faint">#{shortId(gate.run)}</span>
          <span aria-hidden>·</span>
          {gate.node}
          <span aria-hidden>·</span>
          {gate.kind}
          {purpose && <Badge variant="waiting">{purpose}</Badge>}
        </p>
        <h2 className="mt-0.5 line-clamp-2 font-semibold text-base">
          <Link
            href={`${paths.run(gate.run)}#gate`}
            prefetch={false}
            className="-outline-offset-2 after:absolute after:inset-0 after:rounded-lg"
          >
            {title}
          </Link>
        </h2>
        <p className="mt-0.5 text-faint text-xs">
          {isGone ? (
            'no longer open'
          ) : (
            <>
              asked <RelativeTime at={gate.opened_at} />
              {gate.assignees.length > 0 && ` of ${gate.assignees.join(', ')}`}
              {gate.expires_at && (
                <>
                  , ends <RelativeTime at={gate.expires_at} />
                </>
              )}
            </>
          )}
        </p>
      </div>
      {!isGone && (
        <ButtonLink href={`${paths.run(gate.run)}#gate`} variant="primary" className="relative z-[1] phone:h-11">
          Answer
          <span className="sr-only">: {title}</span>
        </ButtonLink>
      )}
    </li>
  );
}
