// What the model's run tells and what people answer it.
import { type DrawnGate, optionsOf } from './drawn-workflow.ts';
import { type Answer, type ModelRun, over, type Position, type Visit } from './oracle-data.ts';
import { type Script, valuesFor } from './script.ts';

export function newAsker(run: ModelRun, script: Script) {
  function tell({ path }: Position, text: string): void {
    run.paths[path] = [...(run.paths[path] ?? []), text];
  }

  function choose(visit: Visit, purpose: string, options: string[]): string {
    const option = script.answer(visit.place, visit.asked++, { purpose, options, canExpire: false }) as string;
    tell(visit.at, `${visit.step.id} answered ${option}`);
    if (option === 'abort') throw over(purpose === 'failure' ? 'failed' : 'cancelled');
    return option;
  }

  /** The answer to a node's own gate; null when nobody gave one and none is declared. */
  function ask(visit: Visit, gate: DrawnGate): Answer | null {
    const { step, at } = visit;
    const isAutomatic = gate.kind === 'info' && !gate.waits;
    const question = { purpose: 'node', options: optionsOf(gate.kind), canExpire: gate.expires !== null };
    let option = isAutomatic ? 'continue' : script.answer(visit.place, visit.asked++, question);
    let values = option === null || isAutomatic ? {} : valuesFor(option);
    if (option === null) {
      tell(at, `${step.id} expired`);
      option = gate.expires?.then ?? null;
      values = {};
    }
    if (option === null) return null;
    tell(at, `${step.id} answered ${option}`);
    run.responses[step.id] = { option, values };
    return { option, values };
  }

  return { tell, choose, ask };
}
