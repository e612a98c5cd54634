// What can be done with many runs at once: verbs that need nothing but the run, each with the states in which it can be done.
import type { Console } from '../../console/console.ts';
import { isTerminal, type RunStatus, runStatuses } from '../../engine/state.ts';
import type { Actor } from '../../people/actor.ts';
import { may, type Right } from '../../people/may.ts';
import type { RunFilter } from '../../store/contract/runs.ts';
import type { ControlRequest } from '../control-run.ts';
import { type RunVerbName, runVerbs } from '../verbs.ts';
import type { BulkButton } from '../views.ts';
import { retryRun } from './retry-run.ts';

type BulkVerb = {
  label: string;
  may: Right;
  /** Which runs it can be done with, and what that does to them. */
  parts: { which: Pick<RunFilter, 'status' | 'asks'>; words: string }[];
  act: (house: Console, request: ControlRequest) => Promise<unknown>;
};

const ended = runStatuses.filter(isTerminal);
const going = runStatuses.filter((status) => !isTerminal(status));

function ofTable(name: RunVerbName, label: string, status: RunStatus[], words: string): BulkVerb {
  const { may, act } = runVerbs[name];
  return { label, may, parts: [{ which: { status }, words }], act };
}

export const bulkVerbs = {
  retry: {
    label: 'Retry',
    may: 'control_run',
    parts: [
      { which: { status: ['failed'] }, words: 'failed: taken up again at the step that failed' },
      { which: { status: going, asks: 'failure' }, words: 'ask about a failure: answered with Retry' },
    ],
    act: retryRun,
  },
  again: ofTable('again', 'Run again', [...runStatuses], 'started again as new runs, with the same text and inputs'),
  cancel: ofTable('cancel', 'Cancel', going, 'going: stopped and cancelled'),
  archive: ofTable('archive', 'Archive', ended, 'ended: taken out of the lists and kept for ever'),
  unarchive: ofTable('unarchive', 'Take out of the archive', ended, 'back in the lists'),
  delete: ofTable('delete', 'Delete', ended, 'ended: deleted for good, with their events and files'),
} satisfies Record<string, BulkVerb>;

export type BulkVerbName = keyof typeof bulkVerbs;

export const bulkVerbNames = Object.keys(bulkVerbs) as [BulkVerbName, ...BulkVerbName[]];

/** Those that somebody may use on a list; in the archive other ones make sense than outside of it. */
export function bulkButtonsFor(actor: Actor, isArchive: boolean): BulkButton[] {
  const hidden: BulkVerbName[] = isArchive ? ['archive', 'cancel', 'retry'] : ['unarchive'];
  return bulkVerbNames.flatMap((verb) =>
    may(actor, bulkVerbs[verb].may) && !hidden.includes(verb) ? [{ verb, label: bulkVerbs[verb].label }] : [],
  );
}
