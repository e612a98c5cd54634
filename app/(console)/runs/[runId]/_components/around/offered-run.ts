import type { PaletteRun } from '#app/_components/shell/palette-run.ts';
import type { RunState } from '#lib/engine/state.ts';
import { lastFailure } from '#lib/engine/view/last-failure.ts';
import { paths } from '#lib/paths.ts';
import type { VerbButton } from '#lib/runs/views.ts';
import type { Graph } from '#lib/workflow/graph.ts';

/** What the palette can go to and do while this run is looked at. */
export function offeredRun(state: RunState, graph: Graph, buttons: VerbButton[]): PaletteRun {
  const failure = lastFailure(state);
  return {
    id: state.run,
    nodes: graph.nodes,
    buttons: buttons.filter(({ when }) => when.includes(state.status)),
    retryHref: failure === null ? null : paths.runPlan(state.run, 'restart', { node: failure }),
  };
}
