'use client';
import { Archive, ArchiveRestore, Download, Ellipsis, OctagonPause, PencilLine, RotateCcw, Trash2 } from 'lucide-react';
import { Button } from '#app/_components/ui/button.tsx';
import { Menu, menuItem } from '#app/_components/ui/menu.tsx';
import { isTerminal, type RunStatus } from '#lib/engine/state.ts';
import { paths } from '#lib/paths.ts';
import { useLightDismiss } from './use-light-dismiss.ts';

type Props = {
  runId: string;
  workflow: string;
  status: RunStatus;
  isArchived: boolean;
  isPending: boolean;
  onDelete: (form: FormData) => void;
};

/** What is done seldom. Its buttons belong to the form of the run's controls. */
export function RunMenu({ runId, workflow, status, isArchived, isPending, onDelete }: Props) {
  const details = useLightDismiss();
  return (
    <Menu ref={details} label="More actions" button={<Ellipsis aria-hidden />}>
      <button type="submit" name="verb" value="again" disabled={isPending} className={menuItem}>
        <RotateCcw aria-hidden />
        Run again
      </button>
      <a href={paths.workflow(workflow, runId)} className={menuItem}>
        <PencilLine aria-hidden />
        Run again with other inputs
      </a>
      {status === 'running' && (
        <button type="submit" name="verb" value="pause_now" disabled={isPending} className={menuItem}>
          <OctagonPause aria-hidden />
          Pause and interrupt
        </button>
      )}
      <a href={paths.api.bundle(runId)} download className={menuItem}>
        <Download aria-hidden />
        Download bundle
      </a>
      {isTerminal(status) && (
        <>
          <button
            type="submit"
            name="verb"
            value={isArchived ? 'unarchive' : 'archive'}
            disabled={isPending}
            className={menuItem}
          >
            {isArchived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
            {isArchived ? 'Take out of the archive' : 'Archive'}
          </button>
          <DeleteEntry isPending={isPending} onDelete={onDelete} />
        </>
      )}
    </Menu>
  );
}

function DeleteEntry({ isPending, onDelete }: Pick<Props, 'isPending' | 'onDelete'>) {
  return (
    <details>
      <summary className={`${menuItem} text-failed!`}>
        <Trash2 aria-hidden />
        Delete…
      </summary>
      <div className="w-56 p-2.5">
        <p className="mb-2.5 text-sm">Delete this run with its events and files? This cannot be undone.</p>
        <Button type="submit" formAction={onDelete} variant="danger" disabled={isPending} className="w-full phone:h-11">
          Delete for good
        </Button>
      </div>
    </details>
  );
}
