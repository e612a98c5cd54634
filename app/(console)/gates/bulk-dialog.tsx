'use client';
// Several gates of one kind, answered with one choice. Each is shown, and the answers can be given once all were on the
// screen; each is sent by itself and recorded as an answer of its own, and those that were refused are named.
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { visibleText } from '#lib/html/visible-text.ts';
import type { InboxGate } from '#lib/runs/views.ts';
import { gateQuery } from '../../_client/queries.ts';
import { optionLabel } from '../../_components/gate-words.ts';
import { Button } from '../../_components/ui/button.tsx';
import { Callout } from '../../_components/ui/callout.tsx';
import { Dialog } from '../../_components/ui/dialog.tsx';
import { Input } from '../../_components/ui/input.tsx';
import { type AnswerResult, sendAnswer } from '../runs/[runId]/_components/gate/send-answer.ts';
import { BulkItem } from './bulk-item.tsx';
import { gateKey } from './inbox-filter.ts';
import { bareOptions } from './same-kind.ts';

type Props = { gates: InboxGate[]; onAnswered: (key: string, option: string) => void; onClose: () => void };
type Sent = { option: string; results: ReadonlyMap<string, AnswerResult>; isOver: boolean };

export function BulkDialog({ gates, onAnswered, onClose }: Props) {
  const details = useQueries({ queries: gates.map(({ run, id }) => gateQuery(run, id)) });
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [sent, setSent] = useState<Sent | null>(null);
  const [comment, setComment] = useState('');
  const [first] = gates;
  const left = gates.length - seen.size;

  async function answerAll(option: string) {
    const results = new Map<string, AnswerResult>();
    setSent({ option, results, isOver: false });
    for (const gate of gates) {
      const said = comment.trim();
      const result = await sendAnswer(gate, { option, values: {}, ...(said ? { comment: said } : {}) });
      results.set(gateKey(gate), result);
      if (result.ok) onAnswered(gateKey(gate), option);
      setSent({ option, results: new Map(results), isOver: results.size === gates.length });
    }
  }

  return (
    <Dialog size="lg" heading={`Answer ${gates.length} gates at once`} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <ol aria-label="What each asks" className="flex flex-col gap-3">
          {gates.map((gate, index) => (
            <BulkItem
              key={gateKey(gate)}
              gate={gate}
              detail={details[index]?.data}
              hasFailed={details[index]?.isError === true}
              result={sent?.results.get(gateKey(gate))}
              onSeen={() => setSeen((before) => new Set([...before, gateKey(gate)]))}
            />
          ))}
        </ol>
        <div className="sticky bottom-0 -mx-4 -mb-4 flex flex-col gap-2.5 border-line border-t bg-raised px-4 py-3">
          {sent ? (
            <Progress sent={sent} count={gates.length} label={first ? optionLabel(first, sent.option) : ''} />
          ) : (
            <>
              <Input
                aria-label="Comment"
                placeholder="Comment for each of them (optional)"
                maxLength={2000}
                autoComplete="off"
                value={comment}
                onChange={({ currentTarget }) => setComment(currentTarget.value)}
              />
              <div className="flex flex-wrap items-center gap-2">
                {first &&
                  bareOptions(first).map((option) => (
                    <Button
                      key={option.id}
                      variant={option.style}
                      disabled={left > 0}
                      className="phone:h-11"
                      onClick={() => answerAll(option.id)}
                    >
                      {visibleText(option.label)}: all {gates.length}
                    </Button>
                  ))}
                <span role="status" className="text-mute text-sm">
                  {left > 0 && `Looked at ${seen.size} of ${gates.length}; scroll through all of them first`}
                </span>
              </div>
            </>
          )}
          {sent?.isOver && (
            <p>
              <Button variant="primary" onClick={onClose}>
                Done
              </Button>
            </p>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Progress({ sent: { results }, count, label }: { sent: Sent; count: number; label: string }) {
  const taken = [...results.values()].filter(({ ok }) => ok).length;
  const refused = results.size - taken;
  return (
    <>
      <progress
        aria-label="Answers that were sent"
        max={count}
        value={results.size}
        className="h-1.5 w-full accent-accent"
      />
      <p role="status" className="text-sm">
        {taken} of {count} answered with <b className="font-semibold">{label}</b>
      </p>
      {refused > 0 && (
        <Callout variant="failed">
          {refused === 1 ? '1 was not taken' : `${refused} were not taken`}; each says why.
        </Callout>
      )}
    </>
  );
}
