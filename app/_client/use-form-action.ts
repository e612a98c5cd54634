'use client';
import { useActionState } from 'react';

/**
 * The state of a form by its action. A body that was made up can name another action than the form's own, whose state then
 * comes back here: what that lacks is as it was at first.
 */
export function useFormAction<State extends object>(
  action: (state: State, form: FormData) => Promise<State>,
  first: State,
  permalink?: string,
) {
  const [state, act, isPending] = useActionState<State, FormData>(action, first as Awaited<State>, permalink);
  return [{ ...first, ...state }, act, isPending] as const;
}
