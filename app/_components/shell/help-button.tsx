'use client';

import { Button } from '../ui/button.tsx';
import { openOverlay } from './shell-events.ts';

export function HelpButton() {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Show the keys"
      title="Keys"
      className="noscript:hidden"
      onClick={() => openOverlay('help')}
    >
      ?
    </Button>
  );
}
