import Link from 'next/link';
import type { ReactNode } from 'react';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { InboxGate } from '#lib/runs/views.ts';
import { gateTopic } from '../../_components/gate-words.ts';
import { shortId } from '../../_components/short-id.ts';
import { Badge } from '../../_components/ui/badge.tsx';

/** Where a question comes from: its run, the step, what it is about. */
export function GateOrigin({ gate, children }: { gate: InboxGate; children?: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-mute text-xs">
      <Link
        href={paths.run(gate.run)}
        prefetch={false}
        className="relative z-[1] min-w-0 max-w-full truncate hover:text-ink hover:underline"
      >
        {visibleText(gate.run_name)} <span className="font-mono text-faint">#{shortId(gate.run)}</span>
      </Link>
      <span aria-hidden className="phone:hidden">
        ·
      </span>
      <span title={gate.node} className="phone:hidden">
        {visibleText(gate.node_name)}
      </span>
      <span aria-hidden>·</span>
      {gate.purpose === 'node' ? gateTopic(gate) : <Badge variant="waiting">{gateTopic(gate)}</Badge>}
      {children}
    </p>
  );
}
