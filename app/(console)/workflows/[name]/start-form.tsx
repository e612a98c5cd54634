'use client';

import { CircleX, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormAction } from '#app/_client/use-form-action.ts';
import { paths } from '#lib/paths.ts';
import type { InputField } from '#lib/workflow/graph.ts';
import { type StartState, startRunAction } from '../../../_actions/start-run.ts';
import { Button } from '../../../_components/ui/button.tsx';
import { Callout } from '../../../_components/ui/callout.tsx';
import { InputControl } from './input-control.tsx';

const untouched: StartState = { attempt: 0, message: null, problems: {}, values: {} };

/** The form made from the workflow's inputs. What was typed stays when something is wrong with it. */
export function StartForm({
  workflow,
  inputs,
  from,
  kept,
  isReady,
  children,
}: {
  workflow: string;
  inputs: InputField[];
  /** The run whose inputs the form begins with. */
  from?: string | undefined;
  /** Its secrets and files, which stay when they are left empty. */
  kept: string[];
  isReady: boolean;
  /** What the run will execute, shown before the button. */
  children: ReactNode;
}) {
  const [state, start, isStarting] = useFormAction(startRunAction, untouched, paths.workflow(workflow, from));
  return (
    <form action={start} noValidate className="flex flex-col gap-4 p-4">
      <input type="hidden" name="workflow" value={workflow} />
      {from && <input type="hidden" name="from" value={from} />}
      {state.message && (
        <Callout variant="failed" role="alert" icon={<CircleX aria-hidden className="text-failed" />}>
          {state.message}
        </Callout>
      )}
      {isReady && inputs.length === 0 && <p className="text-mute text-sm">This workflow takes no inputs.</p>}
      {inputs.map((input) => (
        <InputControl
          key={`${input.name}-${state.attempt}`}
          input={input}
          typed={state.values[input.name]}
          isTyped={state.attempt > 0}
          problem={state.problems[input.name]}
          isKept={kept.includes(input.name)}
        />
      ))}
      {children}
      {!isReady && <p className="text-failed text-sm">The file has errors. Mend them, then start it.</p>}
      <Button type="submit" variant="primary" size="lg" disabled={!isReady || isStarting}>
        <Play aria-hidden />
        {isStarting ? 'Starting…' : 'Start'}
      </Button>
    </form>
  );
}
