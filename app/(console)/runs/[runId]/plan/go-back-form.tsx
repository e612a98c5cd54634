'use client';
import { FileUp, GitFork, type LucideIcon, RotateCcw, Undo2 } from 'lucide-react';
import { runVerbAction } from '#app/_actions/run-verb.ts';
import { useFormAction } from '#app/_client/use-form-action.ts';
import { Button } from '#app/_components/ui/button.tsx';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import { Callout } from '#app/_components/ui/callout.tsx';
import { paths } from '#lib/paths.ts';
import type { VerbButton } from '#lib/runs/views.ts';

const icons: Record<string, LucideIcon | undefined> = {
  rollback: Undo2,
  restart: RotateCcw,
  move: FileUp,
  fork: GitFork,
};

export function GoBackForm({
  runId,
  button: { value, label },
  fields,
}: {
  runId: string;
  button: VerbButton;
  /** What to go back to, as the address names it. */
  fields: Record<string, unknown>;
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
