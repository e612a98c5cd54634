import type { RunStatus } from '#lib/engine/state.ts';
import type { VerbButton } from '#lib/runs/views.ts';

/** By what it sends: the buttons for a run in this state, or for any. */
export function offeredButtons(buttons: VerbButton[], status?: RunStatus): Record<string, VerbButton | undefined> {
  const offered = buttons.filter(({ when }) => status === undefined || when.includes(status));
  return Object.fromEntries(offered.map((button) => [button.value, button]));
}
