import type { ComponentProps } from 'react';
import { calledRunId } from '#lib/engine/called-run.ts';
import { paths } from '#lib/paths.ts';

/** Leads to the run that a waiting call has started. */
export function CalledRunAnchor({ caller, call, ...props }: ComponentProps<'a'> & { caller: string; call: string }) {
  return <a href={paths.run(calledRunId(caller, call))} {...props} />;
}
