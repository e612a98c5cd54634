'use client';
import { Link2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { canShare } from '#app/_components/gate-words.ts';
import { Button } from '#app/_components/ui/button.tsx';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import { paths } from '#lib/paths.ts';
import type { GateView } from '#lib/runs/views.ts';

const ShareDialog = dynamic(() => import('./share-dialog.tsx').then((module) => module.ShareDialog));

/**
 * The button beside the answers, and the dialog that it opens; without scripts a page of its own. The dialog has a form and
 * must stand outside of that of the gate. Neither for a gate that no link answers.
 */
export function useShareGate(gate: GateView): { button: ReactNode; dialog: ReactNode } {
  const [isSharing, setIsSharing] = useState(false);
  if (!canShare(gate)) return { button: null, dialog: null };
  const button = (
    <>
      <Button variant="ghost" className="ml-auto noscript:hidden phone:h-11" onClick={() => setIsSharing(true)}>
        <Link2 aria-hidden />
        Share link
      </Button>
      <ButtonLink
        variant="ghost"
        className="ml-auto hidden! noscript:inline-flex!"
        href={paths.links(gate.run, gate.id)}
        prefetch={false}
      >
        Share link
      </ButtonLink>
    </>
  );
  return { button, dialog: isSharing && <ShareDialog gate={gate} onClose={() => setIsSharing(false)} /> };
}
