import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

const variants = {
  neutral: 'bg-hover text-mute',
  outline: 'border border-line text-mute',
  accent: 'bg-accent-soft text-accent',
  waiting: 'bg-waiting-soft text-waiting',
  failed: 'bg-failed-soft text-failed',
  completed: 'bg-completed-soft text-completed',
};

/** A short fact: a count, a type, a version. For the status of a run or a node use StatusPill. */
export function Badge({
  variant = 'neutral',
  className,
  ...props
}: ComponentProps<'span'> & { variant?: keyof typeof variants }) {
  return (
    <span
      className={classNames(
        'inline-flex h-[18px] items-center gap-1 whitespace-nowrap rounded-full px-1.5 font-medium text-2xs tabular-nums [&_svg]:size-3',
        variants[variant],
        className,
      )}
      {...props}
    />
  );
}
