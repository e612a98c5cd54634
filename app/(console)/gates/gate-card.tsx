import Link from 'next/link';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import { quorumWords } from '#lib/people/gate-page/quorum-words.ts';
import type { OpenGate } from '../../_client/queries.ts';
import { gateTitle } from '../../_components/gate-title.ts';
import { gateTopic, optionLabel } from '../../_components/gate-words.ts';
import { shortId } from '../../_components/short-id.ts';
import { RelativeTime } from '../../_components/time.tsx';
import { Badge } from '../../_components/ui/badge.tsx';
import { ButtonLink } from '../../_components/ui/button-link.tsx';
import { classNames } from '../../_components/ui/class-names.ts';

type Props = { gate: OpenGate; isGone: boolean; isOverdue: boolean; isAlone: boolean };

export function GateCard({ gate, isGone, isOverdue, isAlone }: Props) {
  const title = gateTitle(gate.message) || `${visibleText(gate.node_name)} asks`;
  return (
    <li
      className={classNames(
        'relative flex items-center gap-4 rounded-lg border border-line border-l-3 border-l-waiting bg-panel px-4 py-3 hover:bg-hover phone:flex-col phone:items-stretch phone:gap-3',
        isGone && 'opacity-55',
      )}
    >
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-1.5 text-mute text-xs">
          {visibleText(gate.run_name)}
          <span className="font-mono text-faint">#{shortId(gate.run)}</span>
          <span aria-hidden>·</span>
          <span title={gate.node}>{visibleText(gate.node_name)}</span>
          <span aria-hidden>·</span>
          {gate.purpose === 'node' ? gateTopic(gate) : <Badge variant="waiting">{gateTopic(gate)}</Badge>}
          {isOverdue && !isGone && <Badge variant="failed">overdue</Badge>}
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
          {isGone ? 'no longer open' : <Facts gate={gate} isAlone={isAlone} />}
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

/**
 * Since when, of whom, how many votes, when people are reminded, and what happens when nobody answers. With one account it is
 * asked of that one, whose answer is enough.
 */
function Facts({ gate, isAlone }: { gate: OpenGate; isAlone: boolean }) {
  const votes = isAlone ? null : quorumWords(gate);
  return (
    <>
      asked <RelativeTime at={gate.opened_at} />
      {!isAlone && gate.assignees.length > 0 && ` of ${gate.assignees.join(', ')}`}
      {votes && ` · ${votes}`}
      {gate.remind_at && (
        <>
          {' '}
          · next reminder <RelativeTime at={gate.remind_at} />
        </>
      )}
      {gate.expires_at && (
        <>
          {' '}
          · expires <RelativeTime at={gate.expires_at} />
          {gate.expires_then && ` with “${optionLabel(gate, gate.expires_then)}”`}
        </>
      )}
    </>
  );
}
