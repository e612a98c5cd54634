import type { ReactNode } from 'react';

/** A row that only tells, with the variable that sets it. */
export function Fact({ name, variable, children }: { name: string; variable?: string; children: ReactNode }) {
  return (
    <div className="grid min-h-10 grid-cols-[180px_minmax(0,1fr)_auto] items-center gap-3 px-4 py-2 text-sm max-lg:grid-cols-[140px_minmax(0,1fr)] max-lg:gap-y-0 phone:grid-cols-1">
      <dt className="text-mute">{name}</dt>
      <dd className="wrap-anywhere font-mono text-xs">{children}</dd>
      {variable && <dd className="font-mono text-2xs text-faint max-lg:col-start-2 phone:col-start-1">{variable}</dd>}
    </div>
  );
}
