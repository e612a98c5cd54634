'use client';
import { GitFork, RotateCcw, Undo2 } from 'lucide-react';
import { useActionState } from 'react';
import type { ControlState } from '#app/_actions/control-run.ts';
import { goBack } from '#app/_actions/rewind.ts';
import { Button } from '#app/_components/ui/button.tsx';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import { Callout } from '#app/_components/ui/callout.tsx';
import { paths } from '#lib/paths.ts';

const untouched: ControlState = { message: null };
const buttons = {
  rollback: { label: 'Roll back', Icon: Undo2 },
  restart: { label: 'Restart', Icon: RotateCcw },
  fork: { label: 'Start the fork', Icon: GitFork },
};

export function GoBackForm({
  runId,
  verb,
  fields,
}: {
  runId: string;
  verb: keyof typeof buttons;
  /** What to go back to, as the address names it. */
  fields: Record<string, string | number>;
}) {
  const [state, act, isPending] = useActionState(goBack, untouched);
  const { label, Icon } = buttons[verb];
  return (
    <form action={act} className="flex flex-col gap-3">
      <input type="hidden" name="run" value={runId} />
      <input type="hidden" name="verb" value={verb} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {state.message && (
        <Callout variant="failed" role="alert">
          {state.message}
        </Callout>
      )}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" disabled={isPending}>
          <Icon aria-hidden />
          {label}
        </Button>
        <ButtonLink href={paths.run(runId)}>Leave everything as it is</ButtonLink>
      </div>
    </form>
  );
}
