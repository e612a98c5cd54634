import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlStyle } from './control-style.ts';

const sizes = { sm: 'h-[30px] phone:h-10', md: 'h-[34px] phone:h-11' };

export function Select({ className, fit = 'md', ...props }: ComponentProps<'select'> & { fit?: keyof typeof sizes }) {
  return (
    <span className={classNames('relative inline-flex', className)}>
      <select className={controlStyle(`${sizes[fit]} appearance-none truncate pr-7`)} {...props} />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-faint"
      />
    </span>
  );
}
