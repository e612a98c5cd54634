import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import Link from 'next/link';
import { paths } from '#lib/paths.ts';
import type { Preferences } from '../../_actions/preferences.ts';
import { savePreferenceAction } from '../../_actions/save-preference.ts';
import { Mark } from '../mark.tsx';
import { Button } from '../ui/button.tsx';
import { destinations } from './destinations.ts';
import { GateCount } from './gate-count.tsx';
import { HelpButton } from './help-button.tsx';
import { NavLink } from './nav-link.tsx';
import { ThemeButton } from './theme-button.tsx';

const link =
  'relative flex h-8 items-center gap-2.5 rounded-md px-2.5 text-mute text-sm hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:font-semibold aria-[current]:text-ink [&>svg]:size-4 [&>svg]:shrink-0';

/** The left rail: where to go, who you are, how it looks. Collapses to icons. */
export function Rail({ person, myGates, preferences }: { person: string; myGates: number; preferences: Preferences }) {
  const isFull = preferences.rail === 'full';
  return (
    <header className="sticky top-(--shell-top) flex h-[calc(100dvh-var(--shell-top))] flex-col border-line border-r bg-panel p-2.5 phone:hidden">
      <div className="mb-2 flex h-9 items-center justify-between">
        <Link
          href={paths.runs()}
          prefetch={false}
          className="flex items-center gap-2.5 rounded-md px-2.5 py-1 font-semibold text-[15px] tracking-tight rail-icons:hidden"
        >
          <Mark className="size-[18px]" />
          Gatehouse
        </Link>
        <form action={savePreferenceAction} className="rail-icons:mx-auto">
          <input type="hidden" name="name" value="rail" />
          <Button
            type="submit"
            variant="ghost"
            size="icon"
            name="value"
            value={isFull ? 'icons' : 'full'}
            aria-label={isFull ? 'Collapse the rail to icons' : 'Widen the rail'}
            title={isFull ? 'Collapse' : 'Widen'}
          >
            {isFull ? <PanelLeftClose aria-hidden /> : <PanelLeftOpen aria-hidden />}
          </Button>
        </form>
      </div>
      <nav aria-label="Main" className="flex flex-col gap-0.5">
        {destinations.map(({ id, href, label, icon: Icon }) => (
          <NavLink key={id} href={href} className={link} title={isFull ? undefined : label}>
            <Icon aria-hidden />
            <span className="rail-icons:sr-only">{label}</span>
            {id === 'gates' && <GateCount initial={myGates} variant="rail" />}
          </NavLink>
        ))}
      </nav>
      <div className="mt-auto flex items-center gap-1 pl-2.5 text-faint text-xs rail-icons:flex-col rail-icons:pl-0">
        <Link
          href={paths.profile()}
          prefetch={false}
          className="min-w-0 flex-1 truncate hover:text-ink hover:underline rail-icons:hidden"
          title={`Signed in as ${person}`}
        >
          {person}
        </Link>
        <ThemeButton theme={preferences.theme} />
        <HelpButton />
      </div>
    </header>
  );
}
