import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Nothing here yet: what would be here, and the next step. Level 1 where it is the whole page. */
export function EmptyState({
  icon,
  heading,
  level = 2,
  actions,
  className,
  children,
  ...props
}: ComponentProps<'div'> & { icon?: ReactNode; heading: string; level?: 1 | 2; actions?: ReactNode }) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div
      className={classNames('mx-auto flex max-w-md flex-col items-center px-6 py-16 text-center', className)}
      {...props}
    >
      {icon && (
        <div
          aria-hidden
          className="mb-4 grid size-12 place-items-center rounded-xl border border-line bg-panel text-faint [&_svg]:size-5"
        >
          {icon}
        </div>
      )}
      <Heading className="font-semibold text-lg">{heading}</Heading>
      <div className="mt-1 text-mute text-sm">{children}</div>
      {actions && <div className="mt-5 flex flex-wrap items-center justify-center gap-2">{actions}</div>}
    </div>
  );
}
