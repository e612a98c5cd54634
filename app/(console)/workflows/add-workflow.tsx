'use client';
// The place where workflows are added: it opens by its address, or when a file is dropped on the page. Its code comes then.
import { FileDown } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { mayLeave } from '../../_client/leave-warning.ts';
import { Callout } from '../../_components/ui/callout.tsx';
import { type ChosenFile, readChosenFile } from './_editor/read-chosen-file.ts';

const AddPanel = dynamic(async () => (await import('./_editor/add-panel.tsx')).AddPanel);

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

export function AddWorkflow({ isOpen }: { isOpen: boolean }) {
  const [dropped, setDropped] = useState<(ChosenFile & { count: number }) | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    // Leaving the window has nothing that it leads to.
    const onLeave = ({ relatedTarget }: DragEvent) => setOver(relatedTarget !== null);
    const onDrop = async (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (!file || !mayLeave()) return;
      const chosen = await readChosenFile(file);
      setMessage('message' in chosen ? chosen.message : null);
      if ('text' in chosen) setDropped((before) => ({ ...chosen, count: (before?.count ?? 0) + 1 }));
    };
    addEventListener('dragover', onDrag);
    addEventListener('dragleave', onLeave);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('dragover', onDrag);
      removeEventListener('dragleave', onLeave);
      removeEventListener('drop', onDrop);
    };
  }, []);
  return (
    <>
      {isOver && (
        <div className="pointer-events-none fixed inset-3 z-40 grid place-items-center rounded-xl border-2 border-accent border-dashed bg-accent-soft/80">
          <p className="flex items-center gap-2 font-medium text-accent">
            <FileDown aria-hidden className="size-5" />
            Drop the file to look at it
          </p>
        </div>
      )}
      {message && (
        <Callout variant="failed" role="alert" className="mx-5 mt-5 phone:mx-4 phone:mt-4">
          {message}
        </Callout>
      )}
      {(isOpen || dropped) && <AddPanel key={dropped?.count ?? 0} dropped={dropped} onClose={() => setDropped(null)} />}
    </>
  );
}
