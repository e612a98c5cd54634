// What a gate is about, in words: why the run stopped, what an answer decides, until when. The one place for all pages.
import { overdueAt } from '#lib/engine/overdue-at.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import type { GateView } from '#lib/runs/views.ts';

type Purpose = GateView['purpose'];

const words: Record<Purpose, { topic: string; hint: string | null }> = {
  node: { topic: 'question', hint: null },
  failure: { topic: 'a step failed', hint: null },
  rejected: { topic: 'the answer was no', hint: 'Nothing says where "no" leads, so you decide.' },
  interrupted: {
    topic: 'a step was interrupted',
    hint: 'The console stopped while this step was working. It may or may not have had its effect: look before you retry.',
  },
  checkpoint: { topic: 'checkpoint', hint: null },
  server: {
    topic: 'asks to be allowed',
    hint: 'Allowing covers exactly what is shown below. When any of it changes, you are asked again.',
  },
  tool: {
    topic: 'a tool call wants approval',
    hint: 'Allowing covers this one call.',
  },
  budget: { topic: 'the budget is used up', hint: null },
  visits: { topic: 'visited more often than allowed', hint: 'This may be a loop that never ends.' },
  elicitation: { topic: 'a model asks', hint: 'The step goes on with what you say.' },
};

export function gateTopic(gate: Pick<GateView, 'purpose' | 'kind'>): string {
  return gate.purpose === 'node' ? gate.kind : words[gate.purpose].topic;
}

export function gateHint(gate: GateView): string | null {
  return words[gate.purpose].hint;
}

export function optionLabel(gate: Pick<GateView, 'options'> | undefined, option: string): string {
  return visibleText(gate?.options.find(({ id }) => id === option)?.label ?? option);
}

/** Whether that answer says no: the option that people are warned of, or the no of an approval. */
export function isRefusal(gate: Pick<GateView, 'options' | 'kind'>, option: string): boolean {
  if (gate.kind === 'approval' && option === 'no') return true;
  return gate.options.find(({ id }) => id === option)?.style === 'danger';
}

/** A link lets people without an account answer; what spends money or starts programs stays inside. */
export function canShare(gate: Pick<GateView, 'purpose'>): boolean {
  return gate.purpose !== 'server' && gate.purpose !== 'tool' && gate.purpose !== 'budget';
}

/** A form with more than two fields, or with many answers, is laid out in two columns. */
export function isLong(gate: GateView): boolean {
  return gate.fields.length > 2 || gate.options.length > 5;
}

/** JSON needs room to be read. */
export function isWide(gate: GateView): boolean {
  return isLong(gate) || gate.fields.some(({ type }) => type === 'json');
}

export function isOverdue(gate: Parameters<typeof overdueAt>[0], now: number): boolean {
  const at = overdueAt(gate);
  return at !== null && Date.parse(at) <= now;
}
