'use client';
import { Archive, ArchiveRestore, Trash2 } from 'lucide-react';
import { Button } from '../../_components/ui/button.tsx';
import { buttonStyle } from '../../_components/ui/button-style.ts';
import { Callout } from '../../_components/ui/callout.tsx';

type Props = { isArchive: boolean; isPending: boolean; message: string | null };

/** What can be done with the chosen runs; shown by style alone while one is chosen, so it needs no scripts. */
export function BulkBar({ isArchive, isPending, message }: Props) {
  return (
    <>
      {message && (
        <Callout variant="failed" role="alert" className="mx-5 my-2">
          {message}
        </Callout>
      )}
      <div className="sticky bottom-0 z-10 hidden items-center gap-2 border-line border-t bg-raised px-5 py-2.5 shadow-overlay group-has-[tbody_input:checked]/runs:flex">
        <span className="mr-auto text-mute text-sm">The chosen runs</span>
        <Button type="submit" name="verb" value={isArchive ? 'unarchive' : 'archive'} disabled={isPending}>
          {isArchive ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
          {isArchive ? 'Take out of the archive' : 'Archive'}
        </Button>
        <details className="relative">
          <summary className={buttonStyle({ variant: 'danger' })}>
            <Trash2 aria-hidden />
            Delete…
          </summary>
          <div className="absolute right-0 bottom-full mb-1 w-64 rounded-lg border border-line bg-raised p-3 shadow-overlay">
            <p className="mb-2.5 text-sm">Delete the chosen runs with their events and files? This cannot be undone.</p>
            <Button type="submit" name="verb" value="delete" variant="danger" disabled={isPending} className="w-full">
              Delete for good
            </Button>
          </div>
        </details>
      </div>
    </>
  );
}
