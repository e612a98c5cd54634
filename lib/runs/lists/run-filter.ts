// What a list of runs is asked for, as addresses say it, and which runs that means for somebody at this moment.
import type { Needs } from '../../console/console.ts';
import type { RunStatus } from '../../engine/state.ts';
import { seenBy } from '../../people/access.ts';
import type { Actor } from '../../people/actor.ts';
import type { RunFilter } from '../../store/contract/runs.ts';
import { momentOf } from './when.ts';

export type RunsAsked = {
  status?: RunStatus[];
  workflow?: string;
  q?: string;
  /** Who started it. */
  by?: string;
  since?: string;
  until?: string;
  ended_since?: string;
  asks?: boolean;
  input?: Record<string, string>;
  archived?: boolean;
};

export function runFilterOf({ clock }: Needs<'clock'>, asked: RunsAsked, actor: Actor): RunFilter {
  const { status, workflow, q, by, since, until, ended_since, asks, input, archived } = asked;
  const now = new Date(clock.at());
  const moment = (said: string | undefined, edge: 'beginning' | 'end') =>
    said === undefined ? undefined : (momentOf(said, now, edge) ?? undefined);
  return {
    ...{ status, workflow, q, startedBy: by, asks, inputs: input, archived, seenBy: seenBy(actor) },
    since: moment(since, 'beginning'),
    until: moment(until, 'end'),
    endedSince: moment(ended_since, 'beginning'),
  };
}
