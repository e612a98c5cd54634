// What a headless engine is asked and what it answers.
import type { RunEvent } from '#lib/engine/events.ts';
import type { RunState, RunStatus } from '#lib/engine/state.ts';
import type { ArtifactView, GateView } from '#lib/runs/views.ts';

export type Command =
  | { do: 'start'; source: string; inputs: Record<string, unknown>; key: string }
  | { do: 'wait'; run: string }
  | { do: 'answer'; run: string; gate: string; option: string; values: Record<string, unknown>; by: string }
  | { do: 'resume'; run: string }
  | { do: 'cancel'; run: string }
  | { do: 'state'; run: string };

export type Answers = {
  start: { id: string };
  wait: { status: RunStatus; gates: GateView[] };
  answer: unknown;
  resume: unknown;
  cancel: unknown;
  state: {
    state: RunState;
    gates: GateView[];
    events: RunEvent[];
    artifacts: ArtifactView[];
    unfinished: string[];
    /** What each durable write of this engine told of. */
    writes: string[][];
  };
};
