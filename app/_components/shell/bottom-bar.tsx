import { destinations } from './destinations.ts';
import { GateCount } from './gate-count.tsx';
import { NavLink } from './nav-link.tsx';

/** The rail of a phone. */
export function BottomBar({ myGates }: { myGates: number }) {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-4 border-line border-t bg-panel pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {destinations.map(({ id, href, label, icon: Icon }) => (
        <NavLink
          key={id}
          href={href}
          className="relative flex h-14 flex-col items-center justify-center gap-1 text-2xs text-mute -outline-offset-4 aria-[current]:font-semibold aria-[current]:text-accent"
        >
          <Icon aria-hidden className="size-5" />
          {label}
          {id === 'gates' && <GateCount initial={myGates} variant="bar" />}
        </NavLink>
      ))}
    </nav>
  );
}
