'use client';
// Text that is not saved yet: whoever leaves the page is asked first, by a link, by a key, by the palette, or by the browser.
import { useEffect } from 'react';

const question = 'Your text is not saved. Leave without it?';
let isUnsaved = false;

export function mayLeave(): boolean {
  return !isUnsaved || confirm(question);
}

export function useLeaveWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    isUnsaved = true;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      if (leavesByLink(event) && !mayLeave()) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    addEventListener('beforeunload', onUnload);
    addEventListener('click', onClick, { capture: true });
    return () => {
      isUnsaved = false;
      removeEventListener('beforeunload', onUnload);
      removeEventListener('click', onClick, { capture: true });
    };
  }, [isDirty]);
}

/** A link that opens here and is another page: the browser itself asks only where the whole page is loaded anew. */
function leavesByLink({ target, button, metaKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link?.href || link.target === '_blank' || link.hasAttribute('download')) return false;
  if (button !== 0 || metaKey || ctrlKey || shiftKey) return false;
  const to = new URL(link.href);
  return to.pathname + to.search !== location.pathname + location.search;
}
