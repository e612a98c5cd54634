'use client';
import { FileUp, GitFork, type LucideIcon, RotateCcw, Undo2 } from 'lucide-react';
import { runVerbAction } from '#app/_actions/run-verb.ts';
import { useFormAction } from '#app/_client/use-form-action.ts';
import { Button } from '#app/_components/ui/button.tsx';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import { Callout } from '#app/_components/ui/callout.tsx';
import { Field } from '#app/_components/ui/field.tsx';
import { Textarea } from '#app/_components/ui/textarea.tsx';
import { paths } from '#lib/paths.ts';
import type { VerbButton } from '#lib/runs/views.ts';

const icons: Record<string, LucideIcon | undefined> = {
  rollback: Undo2,
  restart: RotateCcw,
  move: FileUp,
  fork: GitFork,
};

export function RewindForm({
  runId,
  button: { value, label },
  fields,
  given,
}: {
  runId: string;
  button: VerbButton;
  /** What to go back to, as the address names it. */
  fields: Record<string, unknown>;
  /** What the file gives the node, as JSON, where a person may give it something else. */
  given: string | null;
}) {
  const [state, act, isPending] = useFormAction(runVerbAction, { message: null });
  const Icon = icons[value];
  return (
    <form action={act} className="flex flex-col gap-3">
      <input type="hidden" name="run" value={runId} />
      <input type="hidden" name="verb" value={value} />
      {Object.entries(fields).map(([name, given]) => (
        <input key={name} type="hidden" name={name} value={String(given)} />
      ))}
      {given !== null && (
        <details className="rounded-lg border border-line bg-panel px-4 py-3" open={state.message !== null}>
          <summary className="cursor-pointer font-medium text-sm">Change what it is given</summary>
          <Field
            id="given"
            label="What it is given"
            description="As the file says it, in JSON. Changed here, it holds for this one time; the file stays as it is."
            className="mt-3"
          >
            {(control) => (
              <Textarea {...control} name="given" defaultValue={given} rows={8} className="font-mono text-xs" />
            )}
          </Field>
        </details>
      )}
      {state.message && (
        <Callout variant="failed" role="alert">
          {state.message}
        </Callout>
      )}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" disabled={isPending}>
          {Icon && <Icon aria-hidden />}
          {label}
        </Button>
        <ButtonLink href={paths.run(runId)}>Leave everything as it is</ButtonLink>
      </div>
    </form>
  );
}
