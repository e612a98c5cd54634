import Link from 'next/link';
import type { ComponentProps } from 'react';
import { type ButtonStyle, buttonStyle } from './button-style.ts';

/** A link that looks like a button. Nothing is fetched before it is wanted. */
export function ButtonLink({ variant, size, className, ...props }: ComponentProps<typeof Link> & ButtonStyle) {
  return <Link prefetch={false} className={buttonStyle({ variant, size }, className)} {...props} />;
}
