import { SearchX } from 'lucide-react';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import { EmptyState } from '#app/_components/ui/empty-state.tsx';
import { paths } from '#lib/paths.ts';

export default function RunNotFound() {
  return (
    <EmptyState
      icon={<SearchX />}
      heading="There is no run at this address"
      level={1}
      actions={
        <ButtonLink href={paths.runs()} variant="primary">
          Go to the runs
        </ButtonLink>
      }
    >
      It may have been removed, or the address has a typing error.
    </EmptyState>
  );
}
