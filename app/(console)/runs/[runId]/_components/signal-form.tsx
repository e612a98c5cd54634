'use client';
import { Radio } from 'lucide-react';
import { sendSignalAction } from '#app/_actions/send-signal.ts';
import { useFormAction } from '#app/_client/use-form-action.ts';
import { Button } from '#app/_components/ui/button.tsx';
import { Callout } from '#app/_components/ui/callout.tsx';
import { Input } from '#app/_components/ui/input.tsx';

/** Sends a signal by name. What goes with it is JSON, or else text. */
export function SignalForm({ runId, name }: { runId: string; name: string }) {
  const [state, act, isPending] = useFormAction(sendSignalAction, { message: null });
  return (
    <form action={act} className="flex flex-col gap-2">
      <p className="text-sm">
        Signal <code className="font-mono text-xs">{name}</code>
      </p>
      <input type="hidden" name="run" value={runId} />
      <input type="hidden" name="name" value={name} />
      <div className="flex gap-2">
        <Input
          name="payload"
          fit="sm"
          autoComplete="off"
          aria-label={`What the signal ${name} carries`}
          placeholder="Nothing, text or JSON"
          className="min-w-0 flex-1 phone:h-11"
        />
        <Button type="submit" disabled={isPending} className="phone:h-11">
          <Radio aria-hidden />
          Send
        </Button>
      </div>
      {state.message && <Callout variant="failed">{state.message}</Callout>}
    </form>
  );
}
