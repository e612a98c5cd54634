'use client';
// The answer to a gate. A plain form that posts without scripts; with them it stays on the page and shows the server's word.
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { isLong } from '#app/_components/gate-words.ts';
import { Callout } from '#app/_components/ui/callout.tsx';
import { classNames } from '#app/_components/ui/class-names.ts';
import { Input } from '#app/_components/ui/input.tsx';
import { useIsScripted } from '#app/_components/use-is-scripted.ts';
import { paths } from '#lib/paths.ts';
import type { GateView } from '#lib/runs/views.ts';
import { GateFieldInput } from './gate-field.tsx';
import { GateOptions } from './gate-options.tsx';
import { FieldProblem, gateValues, isOwnWords, missingFields } from './gate-values.ts';
import { sendAnswer } from './send-answer.ts';

/** Whether it asks for anybody in particular, or for more than one. */
const demandsSomebody = ({ assignees, quorum, no_self }: GateView) =>
  assignees.length > 0 || quorum !== undefined || no_self === true;

export function GateForm({
  gate,
  hasKeys,
  canOverride,
  aside,
  refusal,
  onRefusal,
  onAnswered,
}: {
  gate: GateView;
  hasKeys: boolean;
  canOverride: boolean;
  aside: ReactNode;
  refusal: string | null;
  onRefusal: (message: string | null) => void;
  onAnswered: (option: string) => void;
}) {
  const [sending, setSending] = useState<string | null>(null);
  const [problems, setProblems] = useState<Record<string, string>>({});
  // The field for one's own words is there when it is wanted; without scripts it always is.
  const [isOther, setIsOther] = useState(false);
  const isScripted = useIsScripted();
  const fields = gate.fields.filter((field) => !isScripted || isOther || !isOwnWords(field));

  async function answer(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget, event.nativeEvent.submitter);
    const option = String(form.get('option') ?? gate.options[0]?.id);
    const missing = missingFields(form, gate.fields, option);
    onRefusal(null);
    if (option === 'other' && !isOther && gate.fields.some(isOwnWords)) {
      setIsOther(true);
      return;
    }
    setProblems(Object.fromEntries(missing.map((field) => [field.name, 'Fill this in for the answer you chose.'])));
    if (missing[0]) {
      document.getElementById(`${gate.id}-${missing[0].name}`)?.focus();
      return;
    }
    try {
      const values = gateValues(form, gate, option);
      const comment = String(form.get('comment') ?? '').trim();
      setSending(option);
      const override = form.get('override') === 'on';
      const more = { ...(comment ? { comment } : {}), ...(override ? { override } : {}) };
      const result = await sendAnswer(gate, { option, values, ...more });
      if (result.ok) onAnswered(option);
      else onRefusal(result.message);
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      setProblems({ [error.field]: error.message });
      document.getElementById(`${gate.id}-${error.field}`)?.focus();
    } finally {
      setSending(null);
    }
  }

  return (
    <form method="post" action={paths.api.gate(gate.run, gate.id)} onSubmit={answer} className="flex flex-col gap-3">
      <div
        className={classNames('grid items-start gap-3 empty:hidden', isLong(gate) && 'grid-cols-2 phone:grid-cols-1')}
      >
        {fields.map((field) => (
          <GateFieldInput
            key={field.name}
            gateId={gate.id}
            field={field}
            options={gate.options}
            problem={problems[field.name] ?? null}
            hasFocus={isOther && isOwnWords(field)}
          />
        ))}
      </div>
      <Input name="comment" aria-label="Comment" placeholder="Comment (optional)" maxLength={2000} autoComplete="off" />
      {canOverride && demandsSomebody(gate) && (
        <label className="inline-flex items-center gap-2 text-mute text-sm">
          <input type="checkbox" name="override" />
          Decide as an administrator, whoever is asked; the comment says why
        </label>
      )}
      <GateOptions options={gate.options} hasKeys={hasKeys} sending={sending} aside={aside} />
      <div aria-live="polite" className="empty:-mt-3">
        {refusal && <Callout variant="failed">{refusal}</Callout>}
      </div>
    </form>
  );
}
