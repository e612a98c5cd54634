'use client';
// A form that makes something which is shown this once: an address or a token.
import type { ReactNode } from 'react';
import type { OnceState } from '../../_actions/people.ts';
import { useFormAction } from '../../_client/use-form-action.ts';
import { Button } from '../../_components/ui/button.tsx';
import { Callout } from '../../_components/ui/callout.tsx';
import { CopyButton } from '../../_components/ui/copy-button.tsx';

export function OnceForm({
  action,
  button,
  told,
  isSmall = false,
  children,
}: {
  action: (state: OnceState, form: FormData) => Promise<OnceState>;
  button: string;
  /** What is said above the secret. */
  told: string;
  isSmall?: boolean;
  children: ReactNode;
}) {
  const [{ message, secret }, act, isPending] = useFormAction<OnceState>(action, { message: null, secret: null });
  return (
    <form action={act} className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-end gap-2">
        {children}
        <Button
          type="submit"
          variant={isSmall ? 'normal' : 'primary'}
          size={isSmall ? 'sm' : undefined}
          disabled={isPending}
        >
          {button}
        </Button>
      </div>
      <div aria-live="polite" className="empty:hidden">
        {message && <Callout variant="failed">{message}</Callout>}
        {secret && (
          <div className="flex flex-col gap-1 rounded-md border border-line bg-hover p-2.5 text-sm">
            <p className="text-mute text-xs">{told}</p>
            <p className="flex items-center gap-2">
              <code className="min-w-0 flex-1 break-all font-mono text-xs">{secret}</code>
              <CopyButton text={secret} label="Copy" />
            </p>
          </div>
        )}
      </div>
    </form>
  );
}
