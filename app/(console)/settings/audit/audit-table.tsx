import Link from 'next/link';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { AuditEntry } from '#lib/people/audit/read-audit.ts';
import { actWords, wayWords } from '../../../_components/act-words.ts';
import { agentWords } from '../../../_components/agent-words.ts';
import { RelativeTime } from '../../../_components/time.tsx';
import { Table, TableCell, TableHead, TableHeader, TableRow } from '../../../_components/ui/table.tsx';

const ofRuns = new Set(['run', 'gate', 'link']);

function hrefOf({ act, subject }: AuditEntry): string | null {
  const thing = act.split('.')[0] ?? '';
  if (subject === null || act === 'run.deleted') return null;
  if (thing === 'workflow') return paths.workflow(subject);
  return ofRuns.has(thing) ? paths.run(subject) : null;
}

/** Short facts beside the act; hashes only as far as they tell things apart. */
function detailWords(details: Record<string, unknown>): string {
  const facts = Object.entries(details).flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : JSON.stringify(value);
    if (text === '' || value === null) return [];
    if (name === 'agent') return agentWords(text);
    return `${name.replaceAll('_', ' ')} ${/^[0-9a-f]{32,}$/.test(text) ? `${text.slice(0, 8)}…` : text}`;
  });
  return visibleText(facts.join(' · '));
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { at, act, who, subject, details, number, hash } = entry;
  const href = hrefOf(entry);
  const told = detailWords(details);
  return (
    <TableRow className="phone:grid phone:gap-0.5 phone:px-4 phone:py-2.5">
      <TableCell className="text-mute">
        <RelativeTime at={at} />
      </TableCell>
      <TableCell className="truncate" title={who.person}>
        <span className="font-medium">{visibleText(who.name)}</span>
        <span className="block truncate text-faint text-xs">
          {[wayWords(who.via), who.address].filter(Boolean).join(' · ')}
        </span>
      </TableCell>
      <TableCell className="truncate">
        {actWords(act)}
        {subject !== null && (
          <span className="ml-2 font-mono text-mute text-xs">
            {href ? (
              <Link href={href} prefetch={false} className="text-accent hover:underline">
                {visibleText(subject)}
              </Link>
            ) : (
              visibleText(subject)
            )}
          </span>
        )}
        {told && (
          <span title={told} className="block truncate text-faint text-xs">
            {told}
          </span>
        )}
      </TableCell>
      <TableCell
        className="text-right font-mono text-faint text-xs tabular-nums phone:hidden"
        title={hash ?? undefined}
      >
        {number ?? '–'}
      </TableCell>
    </TableRow>
  );
}

export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  return (
    <Table>
      <TableHead>
        <tr>
          <TableHeader className="w-28 max-lg:w-20">When</TableHeader>
          <TableHeader className="w-48 max-lg:w-40">Who</TableHeader>
          <TableHeader>What</TableHeader>
          <TableHeader className="w-20 text-right max-lg:w-16">Entry</TableHeader>
        </tr>
      </TableHead>
      <tbody className="phone:block">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </tbody>
    </Table>
  );
}
