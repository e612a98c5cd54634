'use client';
// Who looks after an open gate: claim it, hand it over to somebody else, let it go. Alone, there is nobody to tell.
import { useState } from 'react';
import { PersonMark } from '#app/_components/person-mark.tsx';
import { Button } from '#app/_components/ui/button.tsx';
import { Select } from '#app/_components/ui/select.tsx';
import { paths } from '#lib/paths.ts';
import type { GateView } from '#lib/runs/views.ts';

export type Viewer = { person: string; canOverride: boolean; people: { id: string; name: string }[] };

async function claim(gate: GateView, method: 'POST' | 'DELETE', to?: string): Promise<string | null> {
  const response = await fetch(paths.api.gateClaim(gate.run, gate.id), {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(to ? { to } : {}) } : {}),
  }).catch(() => null);
  if (response?.ok) return null;
  const body = (await response?.json().catch(() => null)) as { error?: { message?: string } } | null | undefined;
  return body?.error?.message ?? 'The console cannot be reached. Nothing was changed.';
}

export function GateHolder({ gate, viewer }: { gate: GateView; viewer: Viewer }) {
  const [problem, setProblem] = useState<string | null>(null);
  const { assignees, escalated_to = [], claimed } = gate;
  const asks = [...assignees, ...escalated_to];
  const act = async (method: 'POST' | 'DELETE', to?: string) => setProblem(await claim(gate, method, to));
  const others = viewer.people.filter(({ id }) => id !== claimed?.person);
  if (viewer.people.length < 2) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-mute text-sm">
      {asks.length > 0 && <span>Asks {asks.join(', ')}</span>}
      {claimed && (
        <span>
          <PersonMark name={claimed.name} /> looks after it
        </span>
      )}
      <span className="inline-flex flex-wrap items-center gap-1.5 noscript:hidden">
        {claimed?.person === viewer.person ? (
          <Button size="sm" onClick={() => act('DELETE')}>
            Let go
          </Button>
        ) : (
          <Button size="sm" onClick={() => act('POST')}>
            I look after it
          </Button>
        )}
        <Select
          fit="sm"
          aria-label="Hand over to"
          value=""
          onChange={({ currentTarget }) => currentTarget.value && act('POST', currentTarget.value)}
        >
          <option value="">Hand over…</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </span>
      <span aria-live="polite" className="text-failed empty:hidden">
        {problem}
      </span>
    </div>
  );
}
