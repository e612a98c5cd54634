'use client';
import { CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { GateDetail, InboxGate } from '#lib/runs/views.ts';
import { shortId } from '../../_components/short-id.ts';
import { Callout } from '../../_components/ui/callout.tsx';
import { GateEvidence } from '../runs/[runId]/_components/gate/gate-evidence.tsx';
import { GateMessage } from '../runs/[runId]/_components/gate/gate-message.tsx';
import type { AnswerResult } from '../runs/[runId]/_components/gate/send-answer.ts';
import { GateOrigin } from './gate-origin.tsx';

type Props = {
  gate: InboxGate;
  detail: GateDetail | undefined;
  hasFailed: boolean;
  result: AnswerResult | undefined;
  onSeen: () => void;
};

/** One of several gates: what it asks and shows, and what became of its answer. Seen once its end was on the screen. */
export function BulkItem({ gate, detail, hasFailed, result, onSeen }: Props) {
  const end = useRef<HTMLSpanElement>(null);
  const see = useEffectEvent(onSeen);
  const isThere = detail !== undefined;
  useEffect(() => {
    if (!isThere || !end.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) see();
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isThere]);
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-line bg-panel px-4 py-3">
      <GateOrigin gate={gate} />
      {detail ? (
        <>
          <GateMessage message={detail.message} fallback={visibleText(gate.node_name)} />
          <GateEvidence
            gate={detail}
            artifacts={detail.artifacts}
            label={`What to look at in ${shortId(gate.run)}`}
            onOpenImage={(id) => window.open(paths.api.artifact(gate.run, id), '_blank', 'noopener')}
          />
          {detail.refused && !result && <Callout variant="waiting">{detail.refused.message}.</Callout>}
        </>
      ) : (
        <p role="status" className="text-mute text-sm">
          {hasFailed ? 'This gate could not be read.' : 'Reading what it asks…'}
        </p>
      )}
      <span ref={end} aria-hidden />
      {result?.ok === true && (
        <p className="inline-flex items-center gap-1.5 font-medium text-completed text-sm">
          <CircleCheck aria-hidden className="size-4" />
          Answered
        </p>
      )}
      {result?.ok === false && <Callout variant="failed">{result.message}</Callout>}
    </li>
  );
}
