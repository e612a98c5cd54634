import type { ComponentProps, ReactNode } from 'react';
import { buttonStyle } from './button-style.ts';
import { classNames } from './class-names.ts';

/** A drop-down of links and buttons that opens without scripts. `label` is the accessible name of its button. */
export function Menu({
  label,
  button,
  align = 'end',
  className,
  children,
  ...props
}: ComponentProps<'details'> & { label: string; button: ReactNode; align?: 'start' | 'end' }) {
  return (
    <details className={classNames('group/menu relative', className)} {...props}>
      <summary aria-label={label} className={buttonStyle({ variant: 'ghost', size: 'icon' }, 'list-none')}>
        {button}
      </summary>
      <div
        className={classNames(
          'absolute top-full z-30 mt-1 flex min-w-44 animate-arrive flex-col rounded-lg border border-line bg-raised p-1 shadow-overlay',
          align === 'end' ? 'right-0' : 'left-0',
        )}
      >
        {children}
      </div>
    </details>
  );
}

/** The look of an entry: put it on a button or a link. */
export const menuItem =
  'flex h-8 w-full items-center gap-2 whitespace-nowrap rounded-md px-2.5 text-left text-sm text-ink hover:bg-hover disabled:opacity-55 [&_svg]:size-3.5 [&_svg]:text-faint phone:h-11';
