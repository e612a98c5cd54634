import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

const variants = {
  neutral: 'border-line bg-panel',
  waiting: 'border-waiting/35 bg-waiting-soft',
  failed: 'border-failed/35 bg-failed-soft',
  interrupted: 'border-interrupted/35 bg-interrupted-soft',
  accent: 'border-accent/35 bg-accent-soft',
};

/** A message inside a page: what happened, to what, what to do next. */
export function Callout({
  variant = 'neutral',
  icon,
  className,
  children,
  ...props
}: ComponentProps<'div'> & { variant?: keyof typeof variants; icon?: ReactNode }) {
  return (
    <div
      className={classNames(
        'flex items-start gap-2.5 rounded-lg border px-3.5 py-2.5 text-sm [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0',
        variants[variant],
        className,
      )}
      {...props}
    >
      {icon}
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
