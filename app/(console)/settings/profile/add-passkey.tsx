'use client';
// Adds a passkey: the browser makes it, the console checks and keeps it. What speaks to the browser is loaded when asked for.
import { useRouter } from 'next/navigation';
import { type FormEvent, useState, useTransition } from 'react';
import { paths } from '#lib/paths.ts';
import { Button } from '../../../_components/ui/button.tsx';
import { Callout } from '../../../_components/ui/callout.tsx';
import { Field } from '../../../_components/ui/field.tsx';
import { Input } from '../../../_components/ui/input.tsx';

async function ask(address: string, body: unknown = {}) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error?.message ?? 'The console cannot be reached. Nothing was changed.');
  return answer;
}

async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const answer = await startRegistration({ optionsJSON: await ask(paths.api.newPasskeyChallenge()) });
  await ask(paths.api.passkeys(), { name, answer });
}

function wordsFor(error: unknown): string {
  const { name, message } = error as Error;
  if (name === 'NotAllowedError') return 'No passkey was made. Try again when you are ready.';
  if (name === 'InvalidStateError') return 'This device has a passkey of yours already.';
  return message;
}

export function AddPasskey() {
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get('name'));
    start(async () => {
      setProblem(null);
      try {
        await addPasskey(name);
        form.reset();
        router.refresh();
      } catch (error) {
        setProblem(wordsFor(error));
      }
    });
  };
  return (
    <>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2 noscript:hidden">
        <Field id="passkey-name" label="Name">
          {(control) => <Input {...control} name="name" required maxLength={100} autoComplete="off" />}
        </Field>
        <Button type="submit" variant="primary" disabled={isPending}>
          Add a passkey
        </Button>
      </form>
      <div aria-live="polite" className="mt-2.5 empty:hidden">
        {problem && <Callout variant="failed">{problem}</Callout>}
      </div>
    </>
  );
}
