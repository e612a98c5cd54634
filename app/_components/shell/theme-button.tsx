import { Monitor, Moon, Sun } from 'lucide-react';
import type { Preferences } from '../../_actions/preferences.ts';
import { savePreferenceAction } from '../../_actions/save-preference.ts';
import { Button } from '../ui/button.tsx';

const themes = {
  system: { icon: Monitor, next: 'light' },
  light: { icon: Sun, next: 'dark' },
  dark: { icon: Moon, next: 'system' },
} as const;

/** Goes round: as the system says, light, dark. A form, so it works without scripts. */
export function ThemeButton({ theme }: { theme: Preferences['theme'] }) {
  const { icon: Icon, next } = themes[theme];
  return (
    <form action={savePreferenceAction}>
      <input type="hidden" name="name" value="theme" />
      <Button
        type="submit"
        variant="ghost"
        size="icon"
        name="value"
        value={next}
        aria-label={`Theme: ${theme}. Switch to ${next}`}
        title={`Theme: ${theme}`}
      >
        <Icon aria-hidden />
      </Button>
    </form>
  );
}
