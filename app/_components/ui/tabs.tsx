import Link from 'next/link';
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Arrows go from one tab to the next, as far as there are scripts; each is reached by the tab key too. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key];
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  if (!step || at < 0 || event.metaKey || event.ctrlKey || event.altKey) return;
  event.preventDefault();
  tabs[step(at, tabs.length)]?.focus();
}

/** Tabs are links: each has an address and works without scripts. */
export function Tabs({ label, className, ...props }: ComponentProps<'nav'> & { label: string }) {
  return (
    <nav
      aria-label={label}
      onKeyDown={moveFocus}
      className={classNames('flex gap-0.5 overflow-x-auto border-line border-b px-5 phone:px-2', className)}
      {...props}
    />
  );
}

export function Tab({
  selected,
  count,
  className,
  children,
  ...props
}: ComponentProps<typeof Link> & { selected: boolean; count?: ReactNode }) {
  return (
    <Link
      prefetch={false}
      scroll={false}
      aria-current={selected ? 'page' : undefined}
      className={classNames(
        '-mb-px flex h-9 items-center gap-1.5 whitespace-nowrap border-b-2 px-2.5 text-sm -outline-offset-2',
        selected ? 'border-accent font-semibold text-ink' : 'border-transparent text-mute hover:text-ink',
        className,
      )}
      {...props}
    >
      {/* As wide as when it is chosen: the tabs beside it stay where they are. */}
      <span className="grid">
        <span className="[grid-area:1/1]">{children}</span>
        <span aria-hidden className="invisible font-semibold [grid-area:1/1]">
          {children}
        </span>
      </span>
      {count !== undefined && (
        <span className="font-normal text-faint text-xs tabular-nums">
          {typeof count === 'number' ? count.toLocaleString('en') : count}
        </span>
      )}
    </Link>
  );
}
