'use client';

import Link, { useLinkStatus } from 'next/link';
import { usePathname } from 'next/navigation';
import type { ComponentProps } from 'react';

/** A link of the shell that knows when it leads to where the reader is. */
export function NavLink({ href, children, ...props }: Omit<ComponentProps<typeof Link>, 'href'> & { href: string }) {
  const path = usePathname();
  const isHere = path === href || path.startsWith(`${href}/`);
  return (
    <Link href={href} prefetch={false} aria-current={isHere ? 'page' : undefined} {...props}>
      {children}
      <Pending />
    </Link>
  );
}

/** A page that takes a while says so where it was asked for. */
function Pending() {
  const { pending } = useLinkStatus();
  if (!pending) return null;
  return (
    <span role="status" className="absolute inset-x-2 bottom-0 h-0.5 animate-pulse rounded-full bg-accent">
      <span className="sr-only">Loading</span>
    </span>
  );
}
