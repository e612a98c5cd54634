import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export function Kbd({ className, ...props }: ComponentProps<'kbd'>) {
  return (
    <kbd
      className={classNames(
        'inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-sm border border-line border-b-2 bg-panel px-1 font-sans text-2xs text-mute',
        className,
      )}
      {...props}
    />
  );
}
