// What going back changes. The data may be restored and the run stands elsewhere; history, visits, attempts and the other
// checkpoints are never touched. These events alone may follow the end of a run, which then runs again.
import type { EventOf } from '../events.ts';
import { cutOffNodes, withNode } from '../position.ts';
import type { Position, RunState } from '../state.ts';
import { upgradeState } from '../upgrade-state.ts';

/** The effect of a node restores only data; a person's rollback also restores the place. */
export function rolledBack(state: RunState, event: EventOf<'rolled_back'>): RunState {
  const { computed, flags, custom, user_responses, back } = event.data;
  const restored = { ...state, computed, flags, custom, user_responses } as RunState;
  if (!back) return restored;
  return standingAt(
    { ...restored, outputs: back.outputs, artifacts: back.artifacts },
    upgradeState(back, back.version),
    event.at,
  );
}

export function runRestarted(state: RunState, event: EventOf<'run_restarted'>): RunState {
  const { moved } = event.data;
  const reading = moved ? readingOn(state, moved) : state;
  return standingAt(reading, upgradeState(event.data, event.data.version), event.at);
}

type Moved = NonNullable<EventOf<'run_restarted'>['data']['moved']>;

/** By another text: what the run has it keeps, what that text begins with and the run lacks it gets. */
function readingOn(state: RunState, { to, name, version, inputs, state: begins }: Moved): RunState {
  return {
    ...state,
    text: to,
    workflow_name: name,
    workflow_version: version,
    inputs: { ...inputs, ...state.inputs },
    computed: { ...begins.computed, ...state.computed },
    flags: { ...begins.flags, ...state.flags },
    custom: { ...begins.custom, ...state.custom },
  };
}

type Standing = { active: Position[]; queued?: true | undefined };

function standingAt(state: RunState, { active, queued }: Standing, at: string): RunState {
  const next: RunState = {
    ...state,
    nodes: cutOffNodes({ ...state, active: state.active.filter((one) => !goesOn(one, active)) }, at),
    active,
    held: null,
    granted_at: grantedAt(state, at),
    status: 'running',
    paused: false,
    message: null,
    started_at: queued ? null : state.started_at,
    ended_at: null,
    current_node: active[0]?.node ?? null,
    previous_node: state.current_node ?? state.previous_node,
  };
  return active.reduce(withStanding, next);
}

/** Work in the background that the run still stands for after it was taken back. */
function goesOn({ background, id, visit }: Position, active: Position[]): boolean {
  return background && active.some((one) => one.id === id && one.visit === visit);
}

/** The time that a run had been over does not count as time it worked. */
function grantedAt({ granted_at, started_at, ended_at }: RunState, at: string): string | null {
  const from = granted_at ?? started_at;
  if (from === null || ended_at === null) return granted_at;
  return new Date(Date.parse(at) - (Date.parse(ended_at) - Date.parse(from))).toISOString();
}

/** A visit that is about to be entered counts at once: no branch that starts meanwhile takes its number. */
function withStanding(state: RunState, { node, visit, phase }: Position): RunState {
  if (phase === 'split') return withNode(state, node, { status: 'running', ended_at: null });
  if (phase !== 'arriving') return state;
  const visits = Math.max(state.nodes[node]?.visits ?? 0, visit);
  return withNode(state, node, { status: 'pending', visits, started_at: null, ended_at: null });
}
