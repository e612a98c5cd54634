import { SearchX } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '../_components/ui/button-link.tsx';
import { EmptyState } from '../_components/ui/empty-state.tsx';

export default function ConsoleNotFound() {
  return (
    <EmptyState
      icon={<SearchX />}
      heading="There is nothing at this address"
      level={1}
      actions={
        <>
          <ButtonLink href={paths.runs()} variant="primary">
            Go to the runs
          </ButtonLink>
          <ButtonLink href={paths.workflows()}>Workflows</ButtonLink>
        </>
      }
    >
      The run or workflow may have been removed, or the address has a typing error.
    </EmptyState>
  );
}
