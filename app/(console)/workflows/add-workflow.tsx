'use client';
// The place where workflows are added: it opens by its address, or when a file is dropped on the page. Its code comes then.
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { mayLeave } from '../../_client/leave-warning.ts';
import { useFileDrop } from '../../_client/use-file-drop.ts';
import { DropCover } from '../../_components/drop-cover.tsx';
import { Callout } from '../../_components/ui/callout.tsx';
import { type ChosenFile, readChosenFile } from './_editor/read-chosen-file.ts';

const AddPanel = dynamic(async () => (await import('./_editor/add-panel.tsx')).AddPanel);

export function AddWorkflow({ isOpen }: { isOpen: boolean }) {
  const [dropped, setDropped] = useState<(ChosenFile & { count: number }) | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const isOver = useFileDrop(async (file) => {
    if (!mayLeave()) return;
    const chosen = await readChosenFile(file);
    setMessage('message' in chosen ? chosen.message : null);
    if ('text' in chosen) setDropped((before) => ({ ...chosen, count: (before?.count ?? 0) + 1 }));
  });
  return (
    <>
      {isOver && <DropCover>Drop the file to look at it</DropCover>}
      {message && (
        <Callout variant="failed" role="alert" className="mx-5 mt-5 phone:mx-4 phone:mt-4">
          {message}
        </Callout>
      )}
      {(isOpen || dropped) && <AddPanel key={dropped?.count ?? 0} dropped={dropped} onClose={() => setDropped(null)} />}
    </>
  );
}
