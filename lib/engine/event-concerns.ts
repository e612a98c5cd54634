// Which folds each event concerns: the one list that the folds, the page and its queries go by. A new type of event does
// not compile before it is entered here, nor before every fold that it names deals with it.
import type { EventOf, EventType, RunEvent } from './events.ts';

/** `state` is the run itself. `gates` are kept beside it when they have ended; bars and facts of nodes are only shown. */
type Fold = 'state' | 'gates' | 'timeline' | 'facts';

const foldsOf = {
  run_created: ['state', 'timeline'],
  run_started: ['state'],
  node_started: ['state', 'timeline', 'facts'],
  slot_taken: ['state', 'timeline'],
  node_suspended: ['state', 'timeline'],
  background_awaited: ['state'],
  node_completed: ['state', 'timeline', 'facts'],
  node_failed: ['state', 'timeline', 'facts'],
  node_skipped: ['state', 'timeline'],
  node_interrupted: ['state', 'timeline'],
  retry: ['state', 'timeline', 'facts'],
  tool_call: ['state', 'timeline'],
  tool_result: ['timeline'],
  model_call: ['state', 'timeline', 'facts'],
  vision_summary: [],
  target_resolved: [],
  app_resolved: [],
  element_resolved: [],
  check_evaluated: ['state'],
  checks_completed: [],
  budget_warned: ['state'],
  branch_evaluated: [],
  loop_iteration: ['state', 'timeline'],
  loop_exited: ['state', 'timeline'],
  branch_ended: ['state', 'gates', 'timeline'],
  signal_received: ['state'],
  variable_set: ['state'],
  output: [],
  progress: [],
  artifact_saved: ['state', 'timeline'],
  gate_opened: ['state', 'gates', 'timeline'],
  gate_voted: ['gates'],
  gate_claimed: ['gates'],
  gate_escalated: ['gates'],
  gate_reminded: ['gates'],
  gate_answered: ['state', 'gates', 'timeline'],
  gate_expired: ['state', 'gates', 'timeline'],
  checkpoint_created: ['state'],
  rolled_back: ['state', 'gates', 'timeline'],
  run_restarted: ['state', 'gates', 'timeline'],
  warning: ['state'],
  run_paused: ['state'],
  run_resumed: ['state'],
  run_completed: ['state', 'gates', 'timeline'],
  run_failed: ['state', 'gates', 'timeline'],
  run_cancelled: ['state', 'gates', 'timeline'],
} as const satisfies Record<EventType, readonly Fold[]>;

type TypeFor<One extends Fold> = {
  [Type in EventType]: One extends (typeof foldsOf)[Type][number] ? Type : never;
}[EventType];

/** The events that a fold has to deal with. */
export type EventFor<One extends Fold> = EventOf<TypeFor<One>>;

function typesFor(...folds: Fold[]): EventType[] {
  const types = Object.keys(foldsOf) as EventType[];
  return types.filter((type) => folds.some((fold) => (foldsOf[type] as readonly Fold[]).includes(fold)));
}

const concerned: Record<Fold, ReadonlySet<EventType>> = {
  state: new Set(typesFor('state')),
  gates: new Set(typesFor('gates')),
  timeline: new Set(typesFor('timeline')),
  facts: new Set(typesFor('facts')),
};

/** A page that is older than its console may be sent a type that it does not know: that concerns no fold. */
export function concerns<One extends Fold>(fold: One, event: RunEvent): event is EventFor<One> {
  return concerned[fold].has(event.type);
}

/** What a page needs of the whole run to draw its timeline and what is known of each node. */
export const viewTypes: readonly EventType[] = typesFor('timeline', 'facts');
