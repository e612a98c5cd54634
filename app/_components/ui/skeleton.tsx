import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** The place of something that is being read. */
export function Skeleton({ className, ...props }: ComponentProps<'span'>) {
  return (
    <span aria-hidden className={classNames('block h-3 animate-pulse rounded-sm bg-line', className)} {...props} />
  );
}
