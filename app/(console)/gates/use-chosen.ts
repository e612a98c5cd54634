'use client';
import { useState } from 'react';
import type { InboxGate } from '#lib/runs/views.ts';
import { kindOf, severalOfAKind } from './same-kind.ts';

type Row = { id: string; gate: InboxGate };

/** The gates that the reader has chosen to answer together: all of one kind, and only those that are still open. */
export function useChosen(open: Row[]) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const several = severalOfAKind(open);
  const kinds = new Map([...several].flatMap(([kind, rows]) => rows.map(({ id }) => [id, kind] as const)));
  const rows = open.filter(({ id }) => picked.has(id));
  const kind = rows[0] ? kindOf(rows[0].gate) : null;
  const alike = kind === null ? [] : open.filter(({ gate }) => kindOf(gate) === kind);
  return {
    /** The kind of each that is not alone with it. */
    kinds,
    chosen: {
      keys: new Set(rows.map(({ id }) => id)),
      gates: rows.map(({ gate }) => gate),
      ofKind: alike.length,
      canJoin: (id: string) => kind === null || kinds.get(id) === kind || picked.has(id),
    },
    choose(id: string) {
      const next = new Set(picked);
      if (!next.delete(id)) next.add(id);
      setPicked(next);
    },
    chooseAll: () => setPicked(new Set(alike.map(({ id }) => id))),
    clear: () => setPicked(new Set()),
  };
}
