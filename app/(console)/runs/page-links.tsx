import { paths } from '#lib/paths.ts';
import { type RunListFilter, runListQuery } from '../../_client/run-list-filter.ts';
import { ButtonLink } from '../../_components/ui/button-link.tsx';
import type { RunRowVariant } from './run-row.tsx';

/** Where the list goes on: older and newest pages, or the whole list. */
export function PageLinks({
  filter,
  next,
  variant,
}: {
  filter: RunListFilter;
  next: string | null;
  variant: RunRowVariant;
}) {
  const { cursor, ...first } = filter;
  const whole = paths.runs() + runListQuery(first);
  if (variant === 'page' && !cursor && !next) return null;
  return (
    <nav aria-label="More runs" className="flex justify-center gap-2 py-3">
      {variant === 'workflow' && (
        <ButtonLink href={whole} size="sm" variant="ghost">
          All runs of this workflow
        </ButtonLink>
      )}
      {variant === 'page' && cursor && <ButtonLink href={whole}>Newest runs</ButtonLink>}
      {variant === 'page' && next && (
        <ButtonLink href={paths.runs() + runListQuery({ ...filter, cursor: next })}>Older runs</ButtonLink>
      )}
    </nav>
  );
}
