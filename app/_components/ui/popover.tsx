'use client';

import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useLightDismiss } from '../use-light-dismiss.ts';
import { buttonStyle } from './button-style.ts';
import { classNames } from './class-names.ts';

/** A panel under its button, for a few fields. Opens without scripts; with them a click beside it closes it. */
export function Popover({
  button,
  align = 'start',
  className,
  children,
  ...props
}: ComponentProps<'details'> & { button: ReactNode; align?: 'start' | 'end' }) {
  const details = useLightDismiss();
  return (
    <details ref={details} className={classNames('relative', className)} {...props}>
      <summary className={buttonStyle({}, 'w-full font-normal phone:h-10')}>
        {button}
        <ChevronDown aria-hidden className="text-faint" />
      </summary>
      <div
        className={classNames(
          'absolute top-full z-30 mt-1 w-64 animate-arrive rounded-lg border border-line bg-raised p-3 shadow-overlay',
          align === 'end' ? 'right-0 phone:right-auto phone:left-0' : 'left-0',
        )}
      >
        {children}
      </div>
    </details>
  );
}
