import Link from 'next/link';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { RunSummary } from '#lib/runs/views.ts';
import { shortId } from './short-id.ts';

const words = { call: 'called by', fork: 'fork of', again: 'run again from' };

/** Where a run comes from. A run that called another has its own name; the other two share theirs. */
export function RunParent({ parent }: { parent: NonNullable<RunSummary['parent']> }) {
  const { id, name, kind } = parent;
  const text = `${kind === 'call' && name ? `${visibleText(name)} ` : ''}#${shortId(id)}`;
  return (
    <>
      {words[kind]}{' '}
      {name === null ? (
        <span title="This run was deleted">{text}</span>
      ) : (
        <Link href={paths.run(id)} prefetch={false} className="relative z-[1] text-accent hover:underline">
          {text}
        </Link>
      )}
    </>
  );
}
