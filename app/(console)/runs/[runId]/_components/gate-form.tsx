'use client';
// The answer to a gate. A plain form that posts without scripts; with them it stays on the page and shows the server's word.
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button } from '#app/_components/ui/button.tsx';
import { Callout } from '#app/_components/ui/callout.tsx';
import { classNames } from '#app/_components/ui/class-names.ts';
import { Input } from '#app/_components/ui/input.tsx';
import { paths } from '#lib/paths.ts';
import type { GateView } from '#lib/runs/views.ts';
import { GateFieldInput } from './gate-field.tsx';
import { FieldProblem, gateValues, missingFields } from './gate-values.ts';
import { isLong } from './gate-words.ts';
import { sendAnswer } from './send-answer.ts';

export function GateForm({
  gate,
  hasKeys,
  aside,
  refusal,
  onRefusal,
  onAnswered,
}: {
  gate: GateView;
  hasKeys: boolean;
  aside: ReactNode;
  refusal: string | null;
  onRefusal: (message: string | null) => void;
  onAnswered: (option: string) => void;
}) {
  const [sending, setSending] = useState<string | null>(null);
  const [problems, setProblems] = useState<Record<string, string>>({});

  async function answer(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget, event.nativeEvent.submitter);
    const option = String(form.get('option') ?? gate.options[0]?.id);
    const missing = missingFields(form, gate.fields, option);
    onRefusal(null);
    setProblems(Object.fromEntries(missing.map((field) => [field.name, 'Fill this in for the answer you chose.'])));
    if (missing[0]) {
      document.getElementById(`${gate.id}-${missing[0].name}`)?.focus();
      return;
    }
    try {
      const values = gateValues(form, gate.fields);
      const comment = String(form.get('comment') ?? '').trim();
      setSending(option);
      const result = await sendAnswer(gate, { option, values, ...(comment ? { comment } : {}) });
      if (result.ok) onAnswered(option);
      else onRefusal(result.message);
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      setProblems({ [error.field]: error.message });
    } finally {
      setSending(null);
    }
  }

  return (
    <form method="post" action={paths.api.gate(gate.run, gate.id)} onSubmit={answer} className="flex flex-col gap-3">
      <div
        className={classNames('grid items-start gap-3 empty:hidden', isLong(gate) && 'grid-cols-2 phone:grid-cols-1')}
      >
        {gate.fields.map((field) => (
          <GateFieldInput
            key={field.name}
            gateId={gate.id}
            field={field}
            options={gate.options}
            problem={problems[field.name] ?? null}
          />
        ))}
      </div>
      <Input name="comment" aria-label="Comment" placeholder="Comment (optional)" maxLength={2000} autoComplete="off" />
      <div className="flex flex-wrap items-start gap-2">
        {gate.options.map((option, index) => (
          <OptionButton
            key={option.id}
            option={option}
            digit={hasKeys && index < 9 ? index + 1 : null}
            isBusy={sending !== null}
            isSending={sending === option.id}
          />
        ))}
        {aside}
      </div>
      <OptionLines options={gate.options} />
      <div aria-live="polite" className="empty:-mt-3">
        {refusal && <Callout variant="failed">{refusal}</Callout>}
      </div>
    </form>
  );
}

function OptionButton({
  option,
  digit,
  isBusy,
  isSending,
}: {
  option: GateView['options'][number];
  digit: number | null;
  isBusy: boolean;
  isSending: boolean;
}) {
  return (
    <Button
      type="submit"
      name="option"
      value={option.id}
      variant={option.style}
      disabled={isBusy}
      data-digit={digit ?? undefined}
      aria-keyshortcuts={digit ? String(digit) : undefined}
      className="phone:h-11 phone:flex-1"
    >
      {isSending ? 'Sending…' : option.label}
      {digit && (
        <kbd
          aria-hidden
          className="rounded-sm border border-current/30 px-1 font-sans text-2xs opacity-75 phone:hidden"
        >
          {digit}
        </kbd>
      )}
    </Button>
  );
}

/** What each answer leads to, under the buttons: nobody should have to guess. */
function OptionLines({ options }: { options: GateView['options'] }) {
  return (
    <ul className="flex flex-col gap-0.5 text-xs">
      {options.map((option) => (
        <li key={option.id} className="text-mute">
          <span className="font-medium text-ink">{option.label}</span>
          {option.description && <span>: {option.description}</span>}
          {option.leads_to && <span className="text-faint"> → {option.leads_to}</span>}
        </li>
      ))}
    </ul>
  );
}
