'use client';
// Pause, resume, cancel, run again, download, archive, delete. Forms with server actions: they work before and without scripts.
import { Pause, Play } from 'lucide-react';
import { useActionState } from 'react';
import { type ControlState, controlRun } from '#app/_actions/control-run.ts';
import { deleteRun } from '#app/_actions/delete-run.ts';
import { Button } from '#app/_components/ui/button.tsx';
import { buttonStyle } from '#app/_components/ui/button-style.ts';
import { Callout } from '#app/_components/ui/callout.tsx';
import { isTerminal, type RunStatus } from '#lib/engine/state.ts';
import { RunMenu } from './run-menu.tsx';
import { useLightDismiss } from './use-light-dismiss.ts';

type ControlsProps = { runId: string; workflow: string; status: RunStatus; isArchived: boolean };

const untouched: ControlState = { message: null };

export function RunControls({ runId, workflow, status, isArchived }: ControlsProps) {
  // The run goes as a field: an action bound while drawing is new each time, and a plain form post waits for it for ever.
  const [state, act, isPending] = useActionState(controlRun, untouched);
  const [deletion, remove, isDeleting] = useActionState(deleteRun, untouched);
  const message = state.message ?? deletion.message;
  const isOver = isTerminal(status);
  return (
    <form action={act} className="relative flex items-center gap-2">
      <input type="hidden" name="run" value={runId} />
      {!isOver &&
        (status === 'paused' ? (
          <Button type="submit" name="verb" value="resume" disabled={isPending}>
            <Play aria-hidden />
            <span className="phone:sr-only">Resume</span>
          </Button>
        ) : (
          <Button
            type="submit"
            name="verb"
            value="pause"
            disabled={isPending}
            title="Stops new work; what is running finishes"
          >
            <Pause aria-hidden />
            <span className="phone:sr-only">Pause</span>
          </Button>
        ))}
      {!isOver && <CancelButton isPending={isPending} />}
      <RunMenu
        runId={runId}
        workflow={workflow}
        status={status}
        isArchived={isArchived}
        isPending={isPending || isDeleting}
        onDelete={remove}
      />
      {message && (
        <Callout variant="failed" role="alert" className="absolute top-full right-0 z-30 mt-2 w-72 shadow-overlay">
          {message}
        </Callout>
      )}
    </form>
  );
}

function CancelButton({ isPending }: { isPending: boolean }) {
  const details = useLightDismiss();
  return (
    <details ref={details} className="relative">
      <summary className={buttonStyle({ variant: 'danger' })}>Cancel</summary>
      <div className="absolute top-full right-0 z-30 mt-1 w-64 animate-arrive rounded-lg border border-line bg-raised p-3 shadow-overlay">
        <p className="mb-2.5 text-sm">
          Cancel this run? What is running is stopped; it can be taken up again from any node.
        </p>
        <Button type="submit" name="verb" value="cancel" variant="danger" disabled={isPending} className="w-full">
          Cancel the run
        </Button>
      </div>
    </details>
  );
}
