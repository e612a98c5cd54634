import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Duration } from '#app/_components/time.tsx';
import { shortDuration } from '#app/_components/time-words.ts';

/** A part of the details that can be folded away, also without scripts. */
export function DetailsSection({
  heading,
  aside,
  children,
}: {
  heading: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <details open className="border-line border-t">
      <summary className="flex h-9 items-center gap-1 px-4 font-medium text-mute text-xs hover:text-ink">
        <ChevronRight
          aria-hidden
          className="-ml-1 size-3.5 text-faint transition-transform [details[open]>summary>&]:rotate-90"
        />
        {heading}
        {aside && <span className="ml-auto font-normal text-faint tabular-nums">{aside}</span>}
      </summary>
      <div className="px-4 pb-3.5">{children}</div>
    </details>
  );
}

/** Facts as pairs of a word and a value. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[92px_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm [&>dd]:min-w-0 [&>dd]:break-words [&>dt]:text-mute">
      {children}
    </dl>
  );
}

/** A clock while it lasts, the exact length afterwards. */
export function Took({ from, to }: { from: string; to: string | null }) {
  if (to === null) return <Duration from={from} to={null} />;
  return <span className="tabular-nums">{shortDuration(Date.parse(to) - Date.parse(from))}</span>;
}
