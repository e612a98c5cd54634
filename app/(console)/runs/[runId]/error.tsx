'use client';

import { CircleX } from 'lucide-react';
import { Button } from '#app/_components/ui/button.tsx';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import { EmptyState } from '#app/_components/ui/empty-state.tsx';
import { paths } from '#lib/paths.ts';

export default function RunError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <EmptyState
      role="alert"
      icon={<CircleX />}
      heading="This run could not be shown"
      level={1}
      actions={
        <>
          <Button variant="primary" onClick={reset}>
            Try again
          </Button>
          <ButtonLink href={paths.runs()}>Go to the runs</ButtonLink>
        </>
      }
    >
      The page failed, not the run: it goes on as if nobody looked.
      {error.digest && (
        <>
          {' '}
          The console's log names this failure <code className="font-mono text-xs">{error.digest}</code>.
        </>
      )}
    </EmptyState>
  );
}
