// Who may call which server action: every one of the build, named here with the right that it asks for, and really called by
// everybody who could come. One that is not named fails the test.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import 'next/dist/server/node-environment-baseline.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '#lib/errors.ts';
import type { Right } from '#lib/people/may.ts';
import { runVerbs } from '#lib/runs/verbs.ts';
import { type Comer, type Coming, comerKinds, everybodyWhoComes, hasRight, type Place } from '#lib/testing/comers.ts';
import { type ScratchEngine, startScratchEngine } from '#lib/testing/scratch-engine.ts';

/** The right, and the fields of a form that says enough; `run` stands for the run of whoever comes. */
const named: Record<string, { may: Right; form: Record<string, string> }> = {
  savePreferenceAction: { may: 'see', form: { name: 'none' } },
  inviteAction: { may: 'administer', form: { name: '', role: 'viewer' } },
  signInLinkAction: { may: 'administer', form: { person: 'nobody' } },
  changePersonAction: { may: 'administer', form: { person: 'nobody' } },
  revokeInvitationAction: { may: 'administer', form: { invitation: 'none' } },
  saveGroupAction: { may: 'administer', form: { group: 'none' } },
  createTokenAction: { may: 'own_account', form: { name: 'new' } },
  revokeTokenAction: { may: 'own_account', form: { token: 'none' } },
  removePasskeyAction: { may: 'own_account', form: { passkey: 'none' } },
  endSessionAction: { may: 'own_account', form: { session: 'none' } },
  revokeStartAction: { may: 'administer', form: { hash: 'none' } },
  sendSignalAction: { may: 'control_run', form: { run: '', name: 'go' } },
  shareGateAction: { may: 'share_gate', form: { run: '', gate: 'none' } },
  saveWorkflowAction: { may: 'edit_workflow', form: { workflow: 'none', etag: 'x', source: '' } },
  addWorkflowAction: { may: 'edit_workflow', form: { workflow: 'none', source: '' } },
  saveConvertedAction: { may: 'edit_workflow', form: { workflow: 'none', etag: 'x' } },
  startRunAction: { may: 'start_run', form: { workflow: 'none' } },
  takeUpRunAction: { may: 'control_run', form: { run: '' } },
  // The verb's own right is asked for once it is known which.
  runVerbAction: { may: 'control_run', form: { run: '', verb: 'none' } },
  startBulkAction: { may: 'control_run', form: { run: '', verb: 'none' } },
  stopBulkAction: { may: 'control_run', form: { act: 'none' } },
  saveViewAction: { may: 'own_account', form: { name: 'mine' } },
  deleteViewAction: { may: 'own_account', form: { view: 'none' } },
  saveColumnsAction: { may: 'see', form: {} },
};

type Action = (...given: unknown[]) => Promise<unknown>;
const actions = new Map<string, Action>();
let engine: ScratchEngine;
let coming: Coming;
let inRequest: <Value>(headers: Record<string, string>, work: () => Promise<Value>) => Promise<Value>;

/** Around an action stands what Next keeps of a request, and nothing else of it. */
async function requestsOfNext(): Promise<typeof inRequest> {
  const { workAsyncStorage } = await import('next/dist/server/app-render/work-async-storage.external.js');
  const { workUnitAsyncStorage } = await import('next/dist/server/app-render/work-unit-async-storage.external.js');
  return (headers, work) => {
    const cookies = { set: () => {} };
    const request = {
      type: 'request',
      phase: 'action',
      headers: new Headers(headers),
      userspaceMutableCookies: cookies,
    };
    const store = { route: '/', incrementalCache: {} };
    return workAsyncStorage.run(store as never, () => workUnitAsyncStorage.run(request as never, work));
  };
}

beforeAll(async () => {
  engine = await startScratchEngine();
  coming = await everybodyWhoComes();
  inRequest = await requestsOfNext();
  const files = globSync('*.ts', { cwd: import.meta.dirname }).map((file) => join(import.meta.dirname, file));
  for (const file of files.filter((file) => /^'use server'/m.test(readFileSync(file, 'utf8')))) {
    if (file === import.meta.filename) continue;
    for (const [name, one] of Object.entries(await import(file))) actions.set(name, one as Action);
  }
}, 120_000);
afterAll(() => engine.stop());

const leadsTo = (error: unknown) => String((error as { digest?: string }).digest ?? '');

/** Whether it was let in: what is wrong with what the form says is found out later. */
async function isLetIn(name: string, fields: Record<string, string>, { headers }: Comer, place: Place) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, field === 'run' ? place.runId : value);
  const call = actions.get(name) as Action;
  const before = { message: null, attempt: 0 };
  try {
    // Those for a form that shows nothing of it take the form alone.
    const state = await inRequest(headers, () => (call.length === 1 ? call(form) : call(before, form)));
    return !(state as { message?: string | null } | undefined)?.message?.match(/^(You|This token) may not/);
  } catch (error) {
    if (leadsTo(error).startsWith('NEXT_REDIRECT')) return !leadsTo(error).includes('/sign-in');
    if (!(error instanceof AppError)) throw error;
    return error.code !== 'forbidden' && error.message !== `There is no run "${place.runId}"`;
  }
}

const isAllowed = (right: Right, isAboutRun: boolean, comer: Comer) =>
  hasRight(comer, right) && (comer.sees || !isAboutRun);

test('every server action is named, and nothing else is', () => {
  expect([...actions.keys()].sort()).toEqual(Object.keys(named).sort());
});

test('server actions are in this folder and nowhere else', () => {
  const folder = join(import.meta.dirname, '..');
  const files = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((file) => !/\.test\.ts$|^_actions\//.test(file));
  expect(files.filter((file) => /^\s*['"]use server['"]/m.test(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
});

describe.each(comerKinds)('%s', (kind) => {
  test('may call exactly what the table of rights says', async () => {
    const { comer, place } = coming[kind];
    const found: Record<string, boolean> = {};
    const expected: Record<string, boolean> = {};
    for (const [name, { may, form }] of Object.entries(named)) {
      expected[name] = isAllowed(may, 'run' in form, comer);
      found[name] = await isLetIn(name, form, comer, place);
    }
    expect(found).toEqual(expected);
  }, 120_000);

  test('may press exactly those buttons of a run that the table of rights says', async () => {
    const { comer, place } = coming[kind];
    const found: Record<string, boolean> = {};
    const expected: Record<string, boolean> = {};
    // Refused as long as the run goes on, for other reasons than who asks: before it is ended.
    const verbs = ['delete', ...Object.keys(runVerbs).filter((verb) => verb !== 'delete')] as (keyof typeof runVerbs)[];
    for (const verb of verbs) {
      for (const name of ['runVerbAction']) {
        expected[`${name} ${verb}`] = isAllowed(runVerbs[verb].may, true, comer);
        found[`${name} ${verb}`] = await isLetIn(name, { run: '', verb }, comer, place);
      }
    }
    expect(found).toEqual(expected);
  }, 120_000);
});
