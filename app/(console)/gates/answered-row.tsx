import { visibleText } from '#lib/html/visible-text.ts';
import type { InboxGate } from '#lib/runs/views.ts';
import { wayWords } from '../../_components/act-words.ts';
import { gateTitle } from '../../_components/gate-title.ts';
import { optionLabel } from '../../_components/gate-words.ts';
import { PersonMark } from '../../_components/person-mark.tsx';
import { RelativeTime } from '../../_components/time.tsx';
import { Badge } from '../../_components/ui/badge.tsx';
import { OutcomeIcon } from '../runs/[runId]/_components/gate/gate-outcome.tsx';
import { GateOrigin } from './gate-origin.tsx';

/** A question that was answered: who said what, when and how. */
export function AnsweredRow({ gate }: { gate: InboxGate }) {
  const { answer } = gate;
  if (!answer) return null;
  return (
    <li className="flex items-start gap-3 rounded-lg border border-line bg-panel px-4 py-2.5">
      <span className="mt-1">
        <OutcomeIcon gate={gate} option={answer.option} />
      </span>
      <div className="min-w-0 flex-1">
        <GateOrigin gate={gate} />
        <h2 className="truncate font-medium">{gateTitle(gate.message) || visibleText(gate.node_name)}</h2>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-mute text-sm">
          <b className="font-semibold text-ink">{optionLabel(gate, answer.option)}</b>
          <span>by</span>
          <PersonMark name={answer.by} />
          <RelativeTime at={answer.at} />
          {answer.via.startsWith('link:') && <Badge>{wayWords(answer.via)}</Badge>}
          {answer.override && <Badge variant="waiting">as an administrator</Badge>}
        </p>
        {answer.comment && <p className="mt-0.5 line-clamp-2 text-mute text-sm">“{visibleText(answer.comment)}”</p>}
      </div>
    </li>
  );
}
