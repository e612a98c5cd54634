'use client';

import { Search } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { openOverlay } from './shell-events.ts';

export function PaletteButton() {
  return (
    <Button aria-label="Go to anything" className="text-mute noscript:hidden" onClick={() => openOverlay('palette')}>
      <Search aria-hidden />
      <Kbd className="phone:hidden">⌘K</Kbd>
    </Button>
  );
}
