// How a scripted attempt ends: what it stops for in the middle, what it gives, and how that is judged.
import type { ModelRun, Visit } from './oracle-data.ts';
import type { Script, ScriptedOutcome, ScriptedStop } from './script.ts';

/** One attempt: why it last stopped, how often, and whether people let it have its way. */
export type Attempt = { stops: number; last: ScriptedStop | null; isDenied: boolean };

export const newAttempt = (): Attempt => ({ stops: 0, last: null, isDenied: false });

/** Goes through all that the attempt stops for; what a program reports denies nothing. */
export function endAttempt(script: Script, visit: Visit, attempt: Attempt, isSteady: boolean): ScriptedOutcome {
  const { place } = visit;
  const stops = isSteady ? [] : script.stops(place, visit.tried);
  for (; attempt.stops < stops.length; attempt.stops++) {
    attempt.last = stops[attempt.stops] as ScriptedStop;
    attempt.isDenied = attempt.last === 'tool' && !script.allows(place, visit.tried, attempt.stops);
  }
  const scripted = script.outcome(place, visit.tried++);
  const value = scripted.kind === 'ok' && !attempt.isDenied ? scripted.value : 0;
  return scripted.kind === 'ok' || isSteady ? { kind: 'ok', value } : scripted;
}

/** Whether the work stands; the verdicts are kept either way. */
export function judge(run: ModelRun, { step: { id, checks } }: Visit, value: number): boolean {
  if (checks.length === 0) return true;
  run.verdicts[id] = checks.map(({ over }) => (value > over ? 'pass' : 'fail')).join();
  return checks.every(({ over, onFail }) => value > over || onFail === 'warn');
}
