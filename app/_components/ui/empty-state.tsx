import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Nothing here yet: what would be here, and the next step. */
export function EmptyState({
  icon,
  heading,
  actions,
  className,
  children,
  ...props
}: ComponentProps<'div'> & { icon?: ReactNode; heading: string; actions?: ReactNode }) {
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
      <h2 className="font-semibold text-lg">{heading}</h2>
      <div className="mt-1 text-mute text-sm">{children}</div>
      {actions && <div className="mt-5 flex flex-wrap items-center justify-center gap-2">{actions}</div>}
    </div>
  );
}
