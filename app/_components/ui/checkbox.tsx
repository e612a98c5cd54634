import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export function Checkbox({ label, className, ...props }: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className={classNames('inline-flex min-h-8 items-center gap-2 text-sm phone:min-h-11', className)}>
      <input type="checkbox" className="tick-box size-4 shrink-0" {...props} />
      <span>{label}</span>
    </label>
  );
}
