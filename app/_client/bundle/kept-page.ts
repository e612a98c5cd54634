// What the run page begins with, made of the events of a run that came whole and of its graph.
import type { RunPage } from '#lib/runs/views.ts';
import type { Graph } from '#lib/workflow/graph.ts';
import type { KeptEvents } from './kept-events.ts';

export function keptPage({ view }: KeptEvents, graph: Graph): RunPage {
  const { state, gates, events, timeline, facts, artifacts } = view;
  return {
    // Whatever run it comes from is elsewhere.
    run: {
      ...{ id: state.run, name: state.workflow_name, status: state.status, seq: state.seq },
      ...{ inputs: state.inputs, message: state.message, state, gates, parent: null, archived: false },
    },
    graph,
    events,
    history: { timeline, facts },
    earlier: { events: [], isWhole: true },
    moment: null,
    artifacts,
    nextArtifact: null,
    artifactCount: artifacts.length,
  };
}
