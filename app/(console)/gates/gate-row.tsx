'use client';

import { ChevronDown } from 'lucide-react';
import dynamic from 'next/dynamic';
import type { MouseEvent, ReactNode } from 'react';
import { visibleText } from '#lib/html/visible-text.ts';
import { quorumWords } from '#lib/people/gate-page/quorum-words.ts';
import type { GateDetail, InboxGate } from '#lib/runs/views.ts';
import { gateTitle } from '../../_components/gate-title.ts';
import { isOverdue, optionLabel } from '../../_components/gate-words.ts';
import { RelativeTime, useTicking } from '../../_components/time.tsx';
import { Badge } from '../../_components/ui/badge.tsx';
import { ButtonLink } from '../../_components/ui/button-link.tsx';
import { classNames } from '../../_components/ui/class-names.ts';
import type { Viewer } from '../runs/[runId]/_components/gate/gate-holder.tsx';
import { OutcomeIcon } from '../runs/[runId]/_components/gate/gate-outcome.tsx';
import { GateOrigin } from './gate-origin.tsx';
import { gateKey } from './inbox-filter.ts';

const GateAnswer = dynamic(() => import('./gate-answer.tsx').then((module) => module.GateAnswer));

type Props = {
  gate: InboxGate;
  /** What the reader has just answered. */
  own: string | undefined;
  isGone: boolean;
  isOpen: boolean;
  unfolded: GateDetail | undefined;
  /** The inbox with this one unfolded. */
  href: string;
  viewer: Viewer;
  children?: ReactNode;
  onToggle: () => void;
  onAnswered: (option: string) => void;
};

/** One question: what it asks in a line, and unfolded all that is needed to answer it. */
export function GateRow({ gate, own, isGone, isOpen, unfolded, href, viewer, children, onToggle, onAnswered }: Props) {
  const title = gateTitle(gate.message) || `${visibleText(gate.node_name)} asks`;
  const isLate = useTicking((now) => (isOverdue(gate, now) ? 'yes' : '')) === 'yes';
  const isAlone = viewer.people.length < 2;
  const isSettled = own !== undefined || (isGone && !isOpen);
  function toggle(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onToggle();
  }
  return (
    <li
      className={classNames(
        'rounded-lg border border-line border-l-3 bg-panel',
        isSettled ? 'border-l-line' : 'border-l-waiting',
        isOpen && 'border-waiting/45 shadow-raised',
      )}
    >
      <div
        className={classNames(
          'relative flex items-center gap-3 rounded-lg py-2.5 pr-3 pl-4',
          !isSettled && 'hover:bg-hover',
        )}
      >
        {children}
        <div className={classNames('min-w-0 flex-1', isGone && own === undefined && !isOpen && 'opacity-55')}>
          <GateOrigin gate={gate}>{isLate && !isSettled && <Badge variant="failed">overdue</Badge>}</GateOrigin>
          {(!isOpen || isGone) && (
            <h2 className="mt-0.5 line-clamp-2 break-words font-semibold text-[15px] phone:line-clamp-3">{title}</h2>
          )}
          <p className="mt-0.5 text-faint text-xs">
            {isSettled ? <Settled gate={gate} own={own} isAlone={isAlone} /> : <Facts gate={gate} isAlone={isAlone} />}
          </p>
        </div>
        {!isSettled && (
          <ButtonLink
            href={href}
            variant={isOpen ? 'normal' : 'primary'}
            aria-expanded={isOpen}
            data-answer={gateKey(gate)}
            onClick={toggle}
            scroll={false}
            className="after:absolute after:inset-0 after:rounded-lg phone:size-11 phone:px-0!"
          >
            <span className="phone:sr-only">{isOpen ? 'Fold' : 'Answer'}</span>
            <span className="sr-only">: {title}</span>
            <ChevronDown aria-hidden className={classNames('transition-transform', isOpen && 'rotate-180')} />
          </ButtonLink>
        )}
      </div>
      {isOpen && own === undefined && (
        <GateAnswer gate={gate} unfolded={unfolded} viewer={viewer} onAnswered={onAnswered} />
      )}
    </li>
  );
}

function Settled({ gate, own, isAlone }: { gate: InboxGate; own: string | undefined; isAlone: boolean }) {
  if (own === undefined) return 'no longer open';
  return (
    <span role="status" className="inline-flex items-center gap-1.5 text-ink text-sm">
      <OutcomeIcon gate={gate} option={own} />
      <span>
        {gate.quorum === undefined || isAlone ? 'You answered' : 'You voted'}{' '}
        <b className="font-semibold">{optionLabel(gate, own)}</b>
      </span>
    </span>
  );
}

/**
 * Since when, of whom, how many votes, when people are reminded, and what happens when nobody answers. With one account it is
 * asked of that one, whose answer is enough.
 */
function Facts({ gate, isAlone }: { gate: InboxGate; isAlone: boolean }) {
  const votes = isAlone ? null : quorumWords(gate);
  return (
    <>
      asked <RelativeTime at={gate.opened_at} />
      {!isAlone && gate.assignees.length > 0 && ` of ${gate.assignees.join(', ')}`}
      {!isAlone && gate.claimed && ` · ${visibleText(gate.claimed.name)} looks after it`}
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
