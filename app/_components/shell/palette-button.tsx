'use client';

import { Search } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { openOverlay } from './shell-events.ts';
import { useCommandKey } from './use-command-key.ts';

export function PaletteButton() {
  const command = useCommandKey();
  return (
    <Button aria-label="Go to anything" className="text-mute noscript:hidden" onClick={() => openOverlay('palette')}>
      <Search aria-hidden />
      <Kbd className="phone:hidden">{command === '⌘' ? '⌘K' : 'Ctrl K'}</Kbd>
    </Button>
  );
}
