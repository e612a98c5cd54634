'use client';

import { useQuery } from '@tanstack/react-query';
import { Fragment, type KeyboardEvent, useId, useState } from 'react';
import { runsQuery, workflowsQuery } from '../../_client/queries.ts';
import { useGoTo } from '../../_client/wanted-page.ts';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Input } from '../ui/input.tsx';
import { paletteEntries } from './palette-entries.ts';

/** Go to a run or a workflow, or start one, by typing a part of its name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const goTo = useGoTo();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const runs = useQuery({ ...runsQuery({}), staleTime: 0 });
  const workflows = useQuery({ ...workflowsQuery, staleTime: 0 });
  const entries = paletteEntries(typed, runs.data?.runs ?? [], workflows.data ?? []);
  const current = Math.min(chosen, entries.length - 1);

  const go = (index: number) => {
    const entry = entries[index];
    if (!entry) return;
    onClose();
    goTo(entry.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen((current + step + entries.length) % Math.max(1, entries.length));
    else if (event.key === 'Enter') go(current);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog heading="Go to" onClose={onClose} className="mt-[12vh] mb-auto">
      <Input
        role="combobox"
        aria-label="Run, workflow or place"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={entries[current] ? `${listId}-${current}` : undefined}
        placeholder="Run, workflow or place…"
        value={typed}
        data-autofocus
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="Matches" className="-mx-2 mt-2 max-h-[50vh] overflow-auto">
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
              onClick={() => go(index)}
              onPointerMove={() => setChosen(index)}
              className={classNames(
                'flex h-8 cursor-pointer items-center gap-3 rounded-md px-2 text-sm phone:h-11',
                index === current && 'bg-accent-soft text-accent',
              )}
            >
              <span className="min-w-0 flex-1 truncate">{entry.label}</span>
              <span className="text-faint text-xs">{entry.hint}</span>
            </div>
          </Fragment>
        ))}
        {entries.length === 0 && <p className="px-2 py-6 text-center text-mute text-sm">Nothing matches “{typed}”.</p>}
      </div>
    </Dialog>
  );
}
