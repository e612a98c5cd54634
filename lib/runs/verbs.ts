// What a person can do to a run, as one table: the route, the page's buttons and forms, the command line and the description
// of the API all read it. A verb is its use case and a row here.
import { z } from 'zod';
import type { Console } from '../console/console.ts';
import type { RewindPlan } from '../engine/rewind/plan-rewind.ts';
import { isTerminal, type RunStatus, runStatuses } from '../engine/state.ts';
import type { Actor } from '../people/actor.ts';
import { may, type Right } from '../people/may.ts';
import { archiveRun, unarchiveRun } from './archive-run.ts';
import { cancelRun } from './cancel-run.ts';
import type { ControlRequest } from './control-run.ts';
import { deleteRun } from './delete-run.ts';
import { pauseRun } from './pause-run.ts';
import { resumeRun } from './resume-run.ts';
import { forkRun, planFork } from './rewind/fork-run.ts';
import { moveRun, planMove } from './rewind/move-run.ts';
import { planRestart, restartRun } from './rewind/restart-run.ts';
import { planRollback, rollbackRun } from './rewind/rollback-run.ts';
import { runAgain } from './run-again.ts';
import type { VerbButton } from './views.ts';

type Act<Fields extends z.ZodObject, Result> = (
  house: Console,
  request: ControlRequest & z.infer<Fields>,
) => Promise<Result>;

type Row<Fields extends z.ZodObject, Answer extends z.ZodObject> = {
  /** One sentence: what it does. */
  summary: string;
  may: Right;
  fields: Fields;
  act: Act<Fields, z.infer<Answer>>;
  answer: Answer;
  /** Only says what acting would mean. */
  plan?: Act<Fields, RewindPlan>;
  /** Where a page goes afterwards; a page that stays hears of it by an event, and is drawn again where there is none. */
  leadsTo: 'new run' | 'run' | 'runs' | 'redrawn' | null;
  /** The buttons of pages. One that sends fields has them behind the verb: `pause?now=true`. */
  buttons: { label: string; title?: string; with?: string; when: readonly RunStatus[] }[];
};

export type RunVerb = Row<z.ZodObject, z.ZodObject>;

/** Whoever calls `act` or `plan` has checked the fields. */
const verb = <Fields extends z.ZodObject, Answer extends z.ZodObject>(row: Row<Fields, Answer>) =>
  row as unknown as RunVerb;

const nothing = z.object({});
const itsStatus = z.object({ status: z.enum(runStatuses) });
const itsFlag = z.object({ archived: z.boolean() });
const newRun = z.object({ id: z.string() });
const ended = runStatuses.filter(isTerminal);
const going = runStatuses.filter((status) => !isTerminal(status) && status !== 'paused');

export const runVerbs = {
  pause: verb({
    summary: 'Stops new work; what is running finishes, or with `now` is interrupted',
    may: 'control_run',
    fields: z.strictObject({ now: z.boolean().optional() }),
    act: pauseRun,
    answer: itsStatus,
    leadsTo: null,
    buttons: [
      { label: 'Pause', title: 'Stops new work; what is running finishes', when: going },
      { label: 'Pause and interrupt', with: 'now=true', when: ['running'] },
    ],
  }),
  resume: verb({
    summary: 'Goes on with a paused run',
    may: 'control_run',
    fields: nothing,
    act: resumeRun,
    answer: itsStatus,
    leadsTo: null,
    buttons: [{ label: 'Resume', when: ['paused'] }],
  }),
  cancel: verb({
    summary: 'Ends a run; answered when no process of it is left',
    may: 'control_run',
    fields: nothing,
    act: cancelRun,
    answer: itsStatus,
    leadsTo: null,
    buttons: [{ label: 'Cancel the run', when: [...going, 'paused'] }],
  }),
  again: verb({
    summary: 'Starts a new run of the same text with the same inputs, or with those given in their place',
    may: 'start_run',
    fields: z.strictObject({ inputs: z.record(z.string(), z.unknown()).optional() }),
    act: runAgain,
    answer: newRun,
    leadsTo: 'new run',
    buttons: [{ label: 'Run again', when: runStatuses }],
  }),
  archive: verb({
    summary: 'Takes an ended run out of the lists; it is kept for ever',
    may: 'keep_run',
    fields: nothing,
    act: archiveRun,
    answer: itsFlag,
    leadsTo: 'redrawn',
    buttons: [{ label: 'Archive', when: ended }],
  }),
  unarchive: verb({
    summary: 'Takes a run out of the archive',
    may: 'keep_run',
    fields: nothing,
    act: unarchiveRun,
    answer: itsFlag,
    leadsTo: 'redrawn',
    buttons: [{ label: 'Take out of the archive', when: ended }],
  }),
  delete: verb({
    summary: 'Deletes an ended run with its events and files',
    may: 'delete_run',
    fields: nothing,
    act: deleteRun,
    answer: z.object({ deleted: z.literal(true) }),
    leadsTo: 'runs',
    buttons: [{ label: 'Delete for good', when: ended }],
  }),
  rollback: verb({
    summary: 'Takes a run back to a checkpoint: its data and its place',
    may: 'control_run',
    fields: z.strictObject({ checkpoint: z.string() }),
    act: rollbackRun,
    answer: itsStatus,
    plan: planRollback,
    leadsTo: 'run',
    buttons: [{ label: 'Roll back', when: runStatuses }],
  }),
  restart: verb({
    summary: 'Takes a run back to a node, which may be given something else; its data stay as they are',
    may: 'control_run',
    fields: z.strictObject({
      node: z.string(),
      given: z
        .record(z.string(), z.unknown(), 'must be JSON like {"command": ["echo"]}')
        .optional()
        .describe('What it is given this time, as its file would say it'),
    }),
    act: restartRun,
    answer: itsStatus,
    plan: planRestart,
    leadsTo: 'run',
    buttons: [{ label: 'Restart', when: runStatuses }],
  }),
  move: verb({
    summary: 'Takes a run to the newest version of its file, and to a node of it or to where it stands; its data stay',
    may: 'control_run',
    fields: z.strictObject({
      node: z.string().optional(),
      to: z.string().optional().describe('The text that a plan named: refused when the file has changed since'),
    }),
    act: moveRun,
    answer: itsStatus,
    plan: planMove,
    leadsTo: 'run',
    buttons: [{ label: 'Move to the newest version', when: runStatuses }],
  }),
  fork: verb({
    summary: 'Starts a new run with the state that this one was in after an event',
    may: 'start_run',
    fields: z.strictObject({ at: z.number().int().positive() }),
    act: forkRun,
    answer: newRun,
    plan: planFork,
    leadsTo: 'new run',
    buttons: [{ label: 'Start the fork', when: runStatuses }],
  }),
};

export type RunVerbName = keyof typeof runVerbs;

export function isRunVerb(name: string): name is RunVerbName {
  return Object.hasOwn(runVerbs, name);
}

/** The buttons that a page offers to somebody. */
export function buttonsFor(actor: Actor): VerbButton[] {
  return Object.entries(runVerbs).flatMap(([name, { may: right, buttons }]) =>
    may(actor, right)
      ? buttons.map(({ label, title = null, with: fields, when }) => ({
          value: fields ? `${name}?${fields}` : name,
          label,
          title,
          when: [...when],
        }))
      : [],
  );
}
