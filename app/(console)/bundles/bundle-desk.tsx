'use client';
// Where bundles are opened: chosen, or dropped here or on the list of runs. The code that reads them comes when there is one.
import { CircleX, FileArchive } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useCallback, useEffect, useRef, useState } from 'react';
import { takeHanded } from '#app/_client/bundle/handed-file.ts';
import type { OpenBundle } from '#app/_client/bundle/open-bundle.ts';
import { useFileDrop } from '#app/_client/use-file-drop.ts';
import { DropCover } from '#app/_components/drop-cover.tsx';
import { PageHeader } from '#app/_components/page-header.tsx';
import { Callout } from '#app/_components/ui/callout.tsx';
import { EmptyState } from '#app/_components/ui/empty-state.tsx';
import { Field } from '#app/_components/ui/field.tsx';
import { Input } from '#app/_components/ui/input.tsx';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';

const BundleScreen = dynamic(async () => (await import('./bundle-screen.tsx')).BundleScreen);

export function BundleDesk() {
  const [bundle, setBundle] = useState<(OpenBundle & { count: number }) | null>(null);
  const [reading, setReading] = useState<string | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const opened = useRef<OpenBundle | null>(null);

  const open = useCallback(async (file: File) => {
    setMessage(null);
    setReading(file.name);
    try {
      const { openBundle } = await import('#app/_client/bundle/open-bundle.ts');
      const next = await openBundle(file);
      opened.current?.close();
      opened.current = next;
      // Another one is drawn anew, whatever it is called.
      setBundle((before) => ({ ...next, count: (before?.count ?? 0) + 1 }));
    } catch (error) {
      setMessage(error instanceof Error ? error.message : String(error));
    }
    setReading(null);
  }, []);
  useEffect(() => {
    const handed = takeHanded();
    if (handed) void open(handed);
    return () => opened.current?.close();
  }, [open]);
  const isOver = useFileDrop(open);

  return (
    <>
      {isOver && <DropCover>Drop the bundle of a run to look at it</DropCover>}
      {message && (
        <Callout
          variant="failed"
          role="alert"
          icon={<CircleX aria-hidden className="text-failed" />}
          className="mx-5 mt-5 break-words phone:mx-4"
        >
          {visibleText(message)}
        </Callout>
      )}
      {bundle ? (
        <BundleScreen key={bundle.count} bundle={bundle} />
      ) : (
        <>
          <PageHeader parent={{ href: paths.runs(), label: 'Runs' }} heading="Open a bundle" />
          <Chooser reading={reading} onFile={open} />
        </>
      )}
    </>
  );
}

function Chooser({ reading, onFile }: { reading: string | null; onFile: (file: File) => void }) {
  return (
    <EmptyState icon={<FileArchive />} heading="The bundle of a run, from here or elsewhere" className="flex-1">
      <p>
        It is what <i>Download bundle</i> gives. It is read by your browser and stays on your machine; it becomes no run
        of this console.
      </p>
      <div className="mt-5 text-left noscript:hidden" aria-busy={reading !== null}>
        <Field id="bundle" label="Bundle" note=".zip" description="Or drop it anywhere on this page.">
          {(control) => (
            <Input
              type="file"
              accept=".zip,application/zip"
              className="py-[6px]"
              onChange={({ target }) => target.files?.[0] && onFile(target.files[0])}
              {...control}
            />
          )}
        </Field>
        {reading !== null && (
          <p role="status" className="mt-3">
            Reading {visibleText(reading)} …
          </p>
        )}
      </div>
      <p className="mt-5 hidden noscript:block">
        Reading it here needs scripts. Unpacked, it has a page of its own, run.html; npx gatehouse verify checks it.
      </p>
    </EmptyState>
  );
}
