'use client';
import {
  Archive,
  ArchiveRestore,
  Download,
  Ellipsis,
  FileUp,
  GitCompareArrows,
  OctagonPause,
  PencilLine,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import { Button } from '#app/_components/ui/button.tsx';
import { Menu, menuItem } from '#app/_components/ui/menu.tsx';
import { useLightDismiss } from '#app/_components/use-light-dismiss.ts';
import { paths } from '#lib/paths.ts';
import type { VerbButton } from '#lib/runs/views.ts';

type Props = {
  runId: string;
  workflow: string;
  isArchived: boolean;
  isPending: boolean;
  offered: Record<string, VerbButton | undefined>;
};

/** What is done seldom. Its buttons belong to the form of the run's controls. */
export function RunMenu({ runId, workflow, isArchived, isPending, offered }: Props) {
  const details = useLightDismiss();
  const { again, move, archive, unarchive, delete: remove, 'pause?now=true': interrupt } = offered;
  const keep = isArchived ? unarchive : archive;
  return (
    <Menu ref={details} label="More actions" button={<Ellipsis aria-hidden />}>
      {again && (
        <>
          <button type="submit" name="verb" value={again.value} disabled={isPending} className={menuItem}>
            <RotateCcw aria-hidden />
            {again.label}
          </button>
          <a href={paths.workflow(workflow, runId)} className={menuItem}>
            <PencilLine aria-hidden />
            {again.label} with other inputs
          </a>
        </>
      )}
      {move && (
        <a href={paths.runPlan(runId, move.value)} className={menuItem}>
          <FileUp aria-hidden />
          {move.label}…
        </a>
      )}
      {interrupt && (
        <button type="submit" name="verb" value={interrupt.value} disabled={isPending} className={menuItem}>
          <OctagonPause aria-hidden />
          {interrupt.label}
        </button>
      )}
      <a href={paths.compare(runId)} className={menuItem}>
        <GitCompareArrows aria-hidden />
        Compare with…
      </a>
      <a href={paths.api.bundle(runId)} download className={menuItem}>
        <Download aria-hidden />
        Download bundle
      </a>
      {keep && (
        <button type="submit" name="verb" value={keep.value} disabled={isPending} className={menuItem}>
          {isArchived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
          {keep.label}
        </button>
      )}
      {remove && <DeleteEntry remove={remove} isPending={isPending} />}
    </Menu>
  );
}

function DeleteEntry({ remove, isPending }: { remove: VerbButton; isPending: boolean }) {
  return (
    <details>
      <summary className={`${menuItem} text-failed!`}>
        <Trash2 aria-hidden />
        Delete…
      </summary>
      <div className="w-56 p-2.5">
        <p className="mb-2.5 text-sm">Delete this run with its events and files? This cannot be undone.</p>
        <Button
          type="submit"
          name="verb"
          value={remove.value}
          variant="danger"
          disabled={isPending}
          className="w-full phone:h-11"
        >
          {remove.label}
        </Button>
      </div>
    </details>
  );
}
