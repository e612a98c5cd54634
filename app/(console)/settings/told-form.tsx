'use client';
import type { ComponentProps, ReactNode } from 'react';
import { useFormAction } from '../../_client/use-form-action.ts';
import { Callout } from '../../_components/ui/callout.tsx';

type State = { message: string | null };

/** A form that says why it was refused, and otherwise only does what it says. */
export function ToldForm({
  action,
  children,
  ...props
}: Omit<ComponentProps<'form'>, 'action'> & {
  action: (state: State, form: FormData) => Promise<State>;
  children: ReactNode;
}) {
  const [{ message }, act] = useFormAction<State>(action, { message: null });
  return (
    <form action={act} {...props}>
      {children}
      {message && <Callout variant="failed">{message}</Callout>}
    </form>
  );
}
