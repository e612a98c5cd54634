// Where the keyboard goes in the inbox: from one question to the next, and on to the next one when one is answered.

const answers = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[data-answer]') ?? [])];

/** The button of the question after this one, or before it when it is the last. */
export function nextAnswer(list: HTMLElement | null, key: string): HTMLElement | undefined {
  const all = answers(list);
  const at = all.findIndex(({ dataset }) => dataset.answer === key);
  return all[at + 1] ?? all[at - 1];
}

/** Up and down between the questions; inside of one that is unfolded the keys are its own. */
export function moveAmongRows(list: HTMLElement | null, event: React.KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const all = answers(list);
  const at = all.indexOf(event.target as HTMLElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  all[at + step]?.focus();
}
