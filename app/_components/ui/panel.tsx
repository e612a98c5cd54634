import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A bordered part of a page with an optional heading row. */
export function Panel({
  heading,
  aside,
  className,
  children,
  ...props
}: ComponentProps<'section'> & { heading?: ReactNode; aside?: ReactNode }) {
  return (
    <section
      className={classNames('min-w-0 overflow-clip rounded-lg border border-line bg-panel', className)}
      {...props}
    >
      {heading && (
        <header className="flex min-h-10 items-center gap-2 border-line border-b px-4 py-2">
          <h2 className="shrink-0 font-semibold text-sm">{heading}</h2>
          {aside && <div className="ml-auto flex items-center gap-2 text-right text-faint text-xs">{aside}</div>}
        </header>
      )}
      {children}
    </section>
  );
}
