import { ChartNoAxesColumn } from 'lucide-react';
import type { Preferences } from '../../_actions/preferences.ts';
import { savePreferenceAction } from '../../_actions/save-preference.ts';
import { Button } from '../../_components/ui/button.tsx';

/** Shows and hides the figures above the list; the browser remembers it. A form, so it works without scripts. */
export function FiguresButton({ figures }: { figures: Preferences['figures'] }) {
  const label = figures === 'shown' ? 'Hide the figures' : 'Show the figures';
  return (
    <form action={savePreferenceAction}>
      <input type="hidden" name="name" value="figures" />
      <Button
        type="submit"
        variant="ghost"
        size="icon"
        name="value"
        value={figures === 'shown' ? 'hidden' : 'shown'}
        aria-label={label}
        title={label}
      >
        <ChartNoAxesColumn aria-hidden />
      </Button>
    </form>
  );
}
