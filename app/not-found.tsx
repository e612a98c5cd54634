import { paths } from '#lib/paths.ts';
import { Mark } from './_components/mark.tsx';
import { ButtonLink } from './_components/ui/button-link.tsx';
import { EmptyState } from './_components/ui/empty-state.tsx';

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        icon={<Mark />}
        heading="There is nothing at this address"
        level={1}
        actions={
          <ButtonLink href={paths.runs()} variant="primary">
            Go to the runs
          </ButtonLink>
        }
      >
        It may have moved, or the address has a typing error.
      </EmptyState>
    </main>
  );
}
