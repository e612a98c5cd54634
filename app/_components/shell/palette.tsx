'use client';

import { LoaderCircle } from 'lucide-react';
import { Fragment, type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Input } from '../ui/input.tsx';
import type { PaletteEntry } from './palette-entries.ts';
import { usePaletteAct } from './use-palette-act.ts';
import { usePaletteEntries } from './use-palette-entries.ts';

/** Find anything by typing a part of its name, and go there or do it. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [asked, setAsked] = useState<PaletteEntry | null>(null);
  // Enter that came before the answer: it means what the answer has first.
  const [isHurried, setHurried] = useState(false);
  const { entries, isSearching, hasFailed, retry } = usePaletteEntries(typed);
  const { run, problem, isActing } = usePaletteAct(onClose);
  // By its name, not its place: what comes in above it does not move the choice.
  const found = entries.findIndex(({ id }) => id === chosen);
  const current = Math.max(found, 0);

  const take = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    if ('kind' in entry.does && entry.does.kind === 'verb' && entry.does.question) setAsked(entry);
    else void run(entry);
  };
  const takeFirst = useEffectEvent(() => take(entries[0]));
  useEffect(() => {
    if (!isHurried || isSearching) return;
    setHurried(false);
    takeFirst();
  }, [isHurried, isSearching]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined)
      setChosen(entries[(current + step + entries.length) % Math.max(1, entries.length)]?.id ?? null);
    else if (event.key === 'Enter') isSearching && found < 0 ? setHurried(true) : take(entries[current]);
    else return;
    event.preventDefault();
  };

  if (asked)
    return <Question entry={asked} problem={problem} isActing={isActing} onYes={() => run(asked)} onClose={onClose} />;
  return (
    <Dialog heading="Find and do" onClose={onClose} className="mt-[12vh] mb-auto">
      <Matches
        entries={entries}
        current={current}
        typed={typed}
        isSearching={isSearching}
        onType={(text) => {
          setTyped(text);
          setChosen(null);
          setHurried(false);
        }}
        onKeyDown={onKeyDown}
        onChoose={setChosen}
        onTake={take}
      />
      {problem && (
        <Callout variant="failed" role="alert" className="mt-2">
          {problem}
        </Callout>
      )}
      {hasFailed && (
        <Callout variant="failed" role="alert" className="mt-2">
          The console did not answer; what is shown may be old.{' '}
          <Button size="sm" onClick={() => void retry()}>
            Try again
          </Button>
        </Callout>
      )}
    </Dialog>
  );
}

function Matches({
  entries,
  current,
  typed,
  isSearching,
  onType,
  onKeyDown,
  onChoose,
  onTake,
}: {
  entries: PaletteEntry[];
  current: number;
  typed: string;
  isSearching: boolean;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onChoose: (id: string) => void;
  onTake: (entry: PaletteEntry) => void;
}) {
  const listId = useId();
  useEffect(() => {
    document.getElementById(`${listId}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, current]);
  return (
    <>
      <div className="relative">
        <Input
          role="combobox"
          aria-label="Run, workflow, gate, place or act"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={entries[current] ? `${listId}-${current}` : undefined}
          placeholder="Run, workflow, gate, place or act…"
          value={typed}
          data-autofocus
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {isSearching && (
          <LoaderCircle
            aria-hidden
            className="absolute top-1/2 right-2.5 size-3.5 -translate-y-1/2 animate-spin text-faint"
          />
        )}
      </div>
      <p role="status" className="sr-only">
        {isSearching ? 'Searching' : `${entries.length} found`}
      </p>
      <div id={listId} role="listbox" aria-label="Matches" className="-mx-2 mt-2 h-[50vh] overflow-auto">
        {entries.map((entry, index) => (
          <Fragment key={entry.id}>
            {entries[index - 1]?.group !== entry.group && (
              <div role="presentation" className="px-2 pt-2 pb-1 text-faint text-xs">
                {entry.group}
              </div>
            )}
            {/* The keyboard moves the choice from the input; the pointer chooses directly. */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter is handled by the combobox */}
            <div
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              onClick={() => onTake(entry)}
              onPointerMove={() => onChoose(entry.id)}
              className={classNames(
                'flex h-8 cursor-pointer items-center gap-3 rounded-md px-2 text-sm phone:h-11',
                index === current && 'bg-accent-soft text-accent',
              )}
            >
              <span className="min-w-0 flex-1 truncate">{entry.label}</span>
              <span className="max-w-[40%] truncate text-faint text-xs">{entry.hint}</span>
            </div>
          </Fragment>
        ))}
        {entries.length === 0 && !isSearching && (
          <p className="px-2 py-6 text-center text-mute text-sm">Nothing matches “{typed}”.</p>
        )}
      </div>
    </>
  );
}

function Question({
  entry,
  problem,
  isActing,
  onYes,
  onClose,
}: {
  entry: PaletteEntry;
  problem: string | null;
  isActing: boolean;
  onYes: () => void;
  onClose: () => void;
}) {
  const does = entry.does as { question?: string | null };
  return (
    <Dialog
      key="question"
      heading={entry.label.replace(/…$/, '')}
      size="sm"
      onClose={onClose}
      className="mt-[12vh] mb-auto"
    >
      <p className="mb-3 text-sm">{does.question}</p>
      {problem && (
        <Callout variant="failed" role="alert" className="mb-3">
          {problem}
        </Callout>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Leave it</Button>
        <Button variant="danger" data-autofocus disabled={isActing} onClick={onYes}>
          {entry.label.replace(/…$/, '')}
        </Button>
      </div>
    </Dialog>
  );
}
