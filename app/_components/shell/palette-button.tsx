'use client';

import { Search } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { openOverlay } from './shell-events.ts';
import { useCommandKey } from './use-command-key.ts';

export function PaletteButton() {
  const command = useCommandKey();
  return (
    <Button className="text-mute noscript:hidden" onClick={() => openOverlay('palette')}>
      <Search aria-hidden />
      <span className="sr-only">Go to anything</span>
      <Kbd className="phone:hidden">{command === '⌘' ? '⌘K' : 'Ctrl K'}</Kbd>
    </Button>
  );
}
