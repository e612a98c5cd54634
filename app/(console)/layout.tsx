import type { Metadata } from 'next';
import { cache, type ReactNode } from 'react';
import { enterPage } from '#lib/http/enter-page.ts';
import { countGates } from '#lib/runs/gates/list-gates.ts';
import { readPreferences } from '../_actions/preferences.ts';
import { Providers } from '../_client/providers.tsx';
import { BottomBar } from '../_components/shell/bottom-bar.tsx';
import { DisconnectedBanner } from '../_components/shell/disconnected-banner.tsx';
import { GateNotices } from '../_components/shell/gate-notices.tsx';
import { Rail } from '../_components/shell/rail.tsx';
import { ShellOverlays } from '../_components/shell/shell-overlays.tsx';
import { TitleCount } from '../_components/shell/title-count.tsx';
import { TroubleBanner } from '../_components/shell/trouble-banner.tsx';
import { titled } from '../_components/titled.ts';

/** The title and the page count the same gates; they are counted once. */
const countOnce = cache(countGates);

/** How many gates wait for the reader stands in the title of every page; with scripts it is kept up. */
export async function generateMetadata(): Promise<Metadata> {
  const { house, actor } = await enterPage('see');
  const { mine } = await countOnce(house, actor);
  return { title: { default: titled(mine, 'Gatehouse'), template: titled(mine, '%s · Gatehouse') } };
}

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { house, actor } = await enterPage('see');
  const [{ mine }, preferences] = await Promise.all([countOnce(house, actor), readPreferences()]);
  return (
    <Providers now={Date.now()}>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-2 font-medium text-accent-ink text-sm focus:translate-y-0"
      >
        Skip to the content
      </a>
      <DisconnectedBanner />
      <TroubleBanner initial={house.trouble.list()} />
      <div className="min-h-[calc(100dvh-var(--shell-top))] md:grid md:grid-cols-[200px_minmax(0,1fr)] md:rail-icons:grid-cols-[56px_minmax(0,1fr)]">
        <Rail person={actor.name} myGates={mine} preferences={preferences} />
        <main
          id="content"
          tabIndex={-1}
          className="flex min-h-[calc(100dvh-var(--shell-top))] min-w-0 flex-col outline-none phone:pb-(--shell-bottom)"
        >
          {children}
        </main>
      </div>
      <BottomBar myGates={mine} />
      <ShellOverlays />
      <TitleCount initial={mine} />
      <GateNotices />
    </Providers>
  );
}
