// Takes a run back to where a person wants it: one durable fact, then what was under way is stopped. Nothing new begins
// before the old work has ended, so two visits never work in the same workspace at once.

import type { Console, Needs } from '../../console/console.ts';
import type { Draft, RunEvent } from '../../engine/events.ts';
import { applyEvent } from '../../engine/fold/apply-event.ts';
import { planRewind, type RewindPlan } from '../../engine/rewind/plan-rewind.ts';
import type { TextChanges } from '../../engine/rewind/text-changes.ts';
import type { RunState, RunStatus } from '../../engine/state.ts';
import type { WorkflowVersion } from '../../store/contract/workflow-versions.ts';
import type { Graph } from '../../workflow/graph.ts';
import { cancelCalls } from '../cancel-run.ts';
import type { ControlRequest } from '../control-run.ts';
import { inLineAgain } from '../work/admission.ts';
import { executionKey, stopExecutions } from '../work/executions.ts';
import { type LiveRun, withRun } from '../work/live-run.ts';
import { recordEvents } from '../work/record-events.ts';
import { endUnawaitedBackground } from '../work/watch-background.ts';

/** The fact that takes the run back; what was done outside after `since` is not undone by it. */
export type Rewind = {
  draft: Draft;
  since: number;
  answersUntil: number;
  /** By which text it goes on, where that is another than its own. */
  text?: { version: WorkflowVersion; graph: Graph; changes: TextChanges; adopt(): Promise<void> };
};
export type MakeRewind = (run: LiveRun) => Promise<Rewind>;

const mostEvents = 1000;

/** The answers a run was given, and what it started after an event. */
export async function eventsForPlan(house: Needs<'store'>, runId: string, since: number): Promise<RunEvent[]> {
  const store = house.store;
  const [answers, started] = await Promise.all([
    store.readEvents(runId, { limit: mostEvents, newest: true, types: ['gate_answered'] }),
    store.readEvents(runId, { after: since, limit: mostEvents, types: ['node_started'] }),
  ]);
  return [...answers, ...started];
}

export function planRewindOf(
  house: Needs<'env' | 'liveRuns' | 'store' | 'workflows'>,
  runId: string,
  make: MakeRewind,
): Promise<RewindPlan> {
  return withRun(house, runId, async (run) => {
    const { draft, since, answersUntil, text } = await make(run);
    const { state: now, graph: before } = run;
    const then = applyEvent(now, { ...draft, seq: now.seq + 1, at: now.updated_at } as RunEvent);
    const events = await eventsForPlan(house, runId, since);
    const plan = planRewind({ graph: text?.graph ?? before, before, now, then, since, answersUntil, events });
    return text ? { ...plan, text: text.changes } : plan;
  });
}

export async function rewindRun(
  house: Console,
  request: ControlRequest,
  make: MakeRewind,
): Promise<{ status: RunStatus }> {
  const { runId, actor } = request;
  const { before, status, stopped } = await withRun(house, runId, async (run) => {
    const before: RunState = run.state;
    const { draft, text } = await make(run);
    if (text) {
      await text.adopt();
      run.graph = text.graph;
      run.movedTo = text.version;
    }
    await recordEvents(house, run, [inLineAgain(run, draft)], actor);
    // Not awaited here: work that is ending still has something to record, and waits for its turn.
    const isKept = (key: string) => run.state.active.some((one) => one.background && executionKey(one) === key);
    const stopped = [stopExecutions(house, runId, `taken back by ${actor.name}`, isKept)];
    return { before, status: run.state.status, stopped };
  });
  await Promise.all([...stopped, cancelCalls(house, request, before)]);
  await endUnawaitedBackground(house, runId);
  house.queue.enqueue(runId);
  return { status };
}
