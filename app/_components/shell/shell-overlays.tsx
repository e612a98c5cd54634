'use client';
// Listens for keys and opens the palette and the list of keys, whose code is loaded when it is first wanted.
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useGoTo } from '../../_client/wanted-page.ts';
import { decideKey } from './keys.ts';
import { type Overlay, onOverlay } from './shell-events.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const KeyHelp = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }));

const prefixLife = 1000;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** The browser empties a field for searching by itself; the keys are for the page again. */
function leaveFilter({ key, target }: KeyboardEvent) {
  if (key === 'Escape' && target instanceof HTMLElement && target.matches('[data-filter]')) target.blur();
}

function focusFilter() {
  const filter = document.querySelector<HTMLInputElement>('[data-filter]');
  filter?.focus();
  filter?.select();
}

export function ShellOverlays() {
  const goTo = useEffectEvent(useGoTo());
  const [overlay, setOverlay] = useState<Overlay | null>(null);

  useEffect(() => onOverlay(setOverlay), []);
  useEffect(() => {
    let prefixAt = 0;
    const handle = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]')) return;
      leaveFilter(event);
      const decision = decideKey({
        key: event.key,
        isCommand: event.metaKey || event.ctrlKey,
        isTyping: isTyping(event.target),
        isAfterG: event.timeStamp - prefixAt < prefixLife,
        areSingleKeysOn: document.documentElement.dataset.keys !== 'off',
      });
      prefixAt = decision?.do === 'prefix' ? event.timeStamp : 0;
      if (!decision) return;
      event.preventDefault();
      if (decision.do === 'go') goTo(decision.to);
      else if (decision.do === 'open') setOverlay(decision.overlay);
      else if (decision.do === 'filter') focusFilter();
    };
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  }, []);

  if (!overlay) return null;
  const close = () => setOverlay(null);
  return <Suspense>{overlay === 'palette' ? <Palette onClose={close} /> : <KeyHelp onClose={close} />}</Suspense>;
}
