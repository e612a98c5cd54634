'use client';
import { Archive, ArchiveRestore, Trash2 } from 'lucide-react';
import type { VerbButton } from '#lib/runs/views.ts';
import { offeredButtons } from '../../_components/offered-buttons.ts';
import { Button } from '../../_components/ui/button.tsx';
import { buttonStyle } from '../../_components/ui/button-style.ts';
import { Callout } from '../../_components/ui/callout.tsx';

type Props = { buttons: VerbButton[]; isArchive: boolean; isPending: boolean; message: string | null };

/** What can be done with the chosen runs; shown by style alone while one is chosen, so it needs no scripts. */
export function BulkBar({ buttons, isArchive, isPending, message }: Props) {
  const { archive, unarchive, delete: remove } = offeredButtons(buttons);
  const keep = isArchive ? unarchive : archive;
  return (
    <>
      {message && (
        <Callout variant="failed" role="alert" className="mx-5 my-2">
          {message}
        </Callout>
      )}
      <div className="sticky bottom-0 z-10 hidden items-center gap-2 border-line border-t bg-raised px-5 py-2.5 shadow-overlay group-has-[tbody_input:checked]/runs:flex">
        <span className="mr-auto text-mute text-sm">The chosen runs</span>
        {keep && (
          <Button type="submit" name="verb" value={keep.value} disabled={isPending}>
            {isArchive ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
            {keep.label}
          </Button>
        )}
        {remove && <DeleteChosen remove={remove} isPending={isPending} />}
      </div>
    </>
  );
}

function DeleteChosen({ remove, isPending }: { remove: VerbButton; isPending: boolean }) {
  return (
    <details className="relative">
      <summary className={buttonStyle({ variant: 'danger' })}>
        <Trash2 aria-hidden />
        Delete…
      </summary>
      <div className="absolute right-0 bottom-full mb-1 w-64 rounded-lg border border-line bg-raised p-3 shadow-overlay">
        <p className="mb-2.5 text-sm">Delete the chosen runs with their events and files? This cannot be undone.</p>
        <Button type="submit" name="verb" value={remove.value} variant="danger" disabled={isPending} className="w-full">
          {remove.label}
        </Button>
      </div>
    </details>
  );
}
