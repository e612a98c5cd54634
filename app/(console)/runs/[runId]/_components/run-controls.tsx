'use client';
// Pause, resume, cancel, run again, download, archive, delete. Forms with server actions: they work before and without scripts.
import { Pause, Play } from 'lucide-react';
import { runVerbAction } from '#app/_actions/run-verb.ts';
import { useFormAction } from '#app/_client/use-form-action.ts';
import { Button } from '#app/_components/ui/button.tsx';
import { buttonStyle } from '#app/_components/ui/button-style.ts';
import { Callout } from '#app/_components/ui/callout.tsx';
import { useLightDismiss } from '#app/_components/use-light-dismiss.ts';
import type { VerbButton } from '#lib/runs/views.ts';
import { RunMenu } from './run-menu.tsx';

type ControlsProps = {
  runId: string;
  workflow: string;
  isArchived: boolean;
  /** What can be done to the run as it is now, by what its button sends. */
  offered: Record<string, VerbButton | undefined>;
};

export function RunControls({ runId, workflow, isArchived, offered }: ControlsProps) {
  // The run goes as a field: an action bound while drawing is new each time, and a plain form post waits for it for ever.
  const [{ message }, act, isPending] = useFormAction(runVerbAction, { message: null });
  const { pause, resume, cancel } = offered;
  return (
    <form action={act} className="relative flex items-center gap-2">
      <input type="hidden" name="run" value={runId} />
      {resume && (
        <Button type="submit" name="verb" value={resume.value} disabled={isPending}>
          <Play aria-hidden />
          <span className="max-lg:sr-only">{resume.label}</span>
        </Button>
      )}
      {pause && (
        <Button type="submit" name="verb" value={pause.value} disabled={isPending} title={pause.title ?? undefined}>
          <Pause aria-hidden />
          <span className="max-lg:sr-only">{pause.label}</span>
        </Button>
      )}
      {cancel && <CancelButton cancel={cancel} isPending={isPending} />}
      <RunMenu runId={runId} workflow={workflow} isArchived={isArchived} isPending={isPending} offered={offered} />
      {message && (
        <Callout variant="failed" role="alert" className="absolute top-full right-0 z-30 mt-2 w-72 shadow-overlay">
          {message}
        </Callout>
      )}
    </form>
  );
}

function CancelButton({ cancel, isPending }: { cancel: VerbButton; isPending: boolean }) {
  const details = useLightDismiss();
  return (
    <details ref={details} className="relative">
      <summary className={buttonStyle({ variant: 'danger' })}>Cancel</summary>
      <div className="absolute top-full right-0 z-30 mt-1 w-64 animate-arrive rounded-lg border border-line bg-raised p-3 shadow-overlay">
        <p className="mb-2.5 text-sm">
          Cancel this run? What is running is stopped; it can be taken up again from any node.
        </p>
        <Button type="submit" name="verb" value={cancel.value} variant="danger" disabled={isPending} className="w-full">
          {cancel.label}
        </Button>
      </div>
    </details>
  );
}
