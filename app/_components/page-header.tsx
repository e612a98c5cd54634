import Link from 'next/link';
import type { ReactNode } from 'react';
import { visibleText } from '#lib/html/visible-text.ts';

/**
 * The bar at the top of a page: where you are, what the page is, what you can do. On all but a phone it is one line high,
 * whatever its words: what sticks below it counts on that.
 */
export function PageHeader({
  heading,
  parent,
  children,
  actions,
}: {
  heading: ReactNode;
  parent?: { href: string; label: string };
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="sticky top-(--shell-top) z-20 flex h-[52px] items-center gap-x-2.5 gap-y-1 border-line border-b bg-panel px-5 py-2 phone:h-auto phone:min-h-[52px] phone:flex-wrap phone:px-4">
      {parent && (
        <nav aria-label="Breadcrumb" className="flex shrink-0 items-center gap-2 text-mute text-sm">
          <Link href={parent.href} prefetch={false} className="hover:text-ink">
            {parent.label}
          </Link>
          <span aria-hidden className="text-faint">
            ›
          </span>
        </nav>
      )}
      <h1
        title={typeof heading === 'string' ? visibleText(heading) : undefined}
        className="min-w-0 truncate font-semibold text-[15px]"
      >
        {typeof heading === 'string' ? visibleText(heading) : heading}
      </h1>
      {children}
      {actions && <div className="ml-auto flex shrink-0 items-center gap-2">{actions}</div>}
    </header>
  );
}
