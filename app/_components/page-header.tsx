import Link from 'next/link';
import type { ReactNode } from 'react';
import { visibleText } from '#lib/html/visible-text.ts';

/** The bar at the top of a page: where you are, what the page is, what you can do. */
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
    <header className="sticky top-(--shell-top) z-20 flex min-h-[52px] flex-wrap items-center gap-x-2.5 gap-y-1 border-line border-b bg-panel px-5 py-2 phone:px-4">
      {parent && (
        <nav aria-label="Breadcrumb" className="flex items-center gap-2 text-mute text-sm">
          <Link href={parent.href} prefetch={false} className="hover:text-ink">
            {parent.label}
          </Link>
          <span aria-hidden className="text-faint">
            ›
          </span>
        </nav>
      )}
      <h1 className="min-w-0 truncate font-semibold text-[15px]">
        {typeof heading === 'string' ? visibleText(heading) : heading}
      </h1>
      {children}
      {actions && <div className="ml-auto flex items-center gap-2">{actions}</div>}
    </header>
  );
}
