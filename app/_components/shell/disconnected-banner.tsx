'use client';

import { Unplug } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useLiveState } from '../../_client/use-changes.tsx';
import { useWantedPage, wantPage } from '../../_client/wanted-page.ts';
import { Button } from '../ui/button.tsx';

/** Says above the page that it is not live. It takes its own room (--shell-top), so that it covers nothing. */
export function DisconnectedBanner() {
  const state = useLiveState();
  const wanted = useHeldLinks(state === 'reconnecting');
  const words =
    state === 'reconnecting'
      ? wanted
        ? 'Reconnecting… The page you chose opens when the console is back.'
        : 'Reconnecting… What you see may be out of date.'
      : state === 'off'
        ? 'The console stopped sending updates. Reload the page, or sign in again.'
        : null;
  return (
    <div role="status" className="sticky top-0 z-40">
      {words && (
        <p
          data-banner
          className="flex h-10 items-center justify-center gap-2.5 border-interrupted/40 border-b bg-interrupted-soft px-4 font-medium text-interrupted text-sm phone:justify-start phone:px-3 phone:text-xs"
        >
          <Unplug aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0">{words}</span>
          {state === 'reconnecting' && wanted && (
            <Button size="sm" onClick={() => wantPage(null)}>
              Stay here
            </Button>
          )}
          {state === 'off' && (
            <Button size="sm" onClick={() => location.reload()}>
              Reload
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

/** While the console is away a link is kept, not followed; it is followed once the console is back. */
function useHeldLinks(isDown: boolean): string | null {
  const router = useRouter();
  const wanted = useWantedPage();
  useEffect(() => {
    if (!isDown) return;
    const hold = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || !leadsToPage(link, event)) return;
      event.preventDefault();
      event.stopPropagation();
      wantPage(link.href);
    };
    document.addEventListener('click', hold, { capture: true });
    return () => document.removeEventListener('click', hold, { capture: true });
  }, [isDown]);
  useEffect(() => {
    if (isDown || wanted === null) return;
    wantPage(null);
    router.push(wanted);
  }, [isDown, wanted, router]);
  return wanted;
}

/** A plain click on a link to another page of the console; what only moves about on this page needs no console. */
function leadsToPage(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.target === '_blank' || link.hasAttribute('download') || link.origin !== location.origin) return false;
  return link.pathname !== location.pathname;
}
