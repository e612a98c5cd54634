'use client';

import { CircleX } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { Button } from '../_components/ui/button.tsx';
import { ButtonLink } from '../_components/ui/button-link.tsx';
import { EmptyState } from '../_components/ui/empty-state.tsx';

/** The message stays on the server; the digest is how its log is found. */
export default function ConsoleError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <EmptyState
      role="alert"
      icon={<CircleX />}
      heading="This page could not be shown"
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
      The console failed while it read the data for it. Runs are not affected.
      {error.digest && (
        <>
          {' '}
          Its log names this failure <code className="font-mono text-xs">{error.digest}</code>.
        </>
      )}
    </EmptyState>
  );
}
