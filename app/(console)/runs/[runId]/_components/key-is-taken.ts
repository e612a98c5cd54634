const noText = /^(range|checkbox|radio|button|submit)$/;

/** Keys belong to the control that has the focus, to a dialog while one is open, and to nobody when they are switched off. */
export function keyIsTaken(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return true;
  if (document.querySelector('dialog[open]')) return true;
  const isCharacter = event.key.length === 1;
  if (isCharacter && document.documentElement.dataset.keys === 'off') return true;
  const { target } = event;
  if (target instanceof HTMLInputElement && noText.test(target.type)) return !isCharacter && event.key !== 'Escape';
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
