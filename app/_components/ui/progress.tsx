import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A bar of `done` of `total`. Its colour is the text colour; `moving` is drawn as a stripe. */
export function Progress({
  done,
  total,
  variant = 'still',
  label,
  className,
  ...props
}: ComponentProps<'span'> & { done: number; total: number; variant?: 'still' | 'moving'; label: string }) {
  const share = total > 0 ? Math.min(100, Math.round((done / total) * 100)) : 0;
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={`${done} of ${total}`}
      className={classNames(
        'inline-block h-[5px] w-[88px] shrink-0 overflow-hidden rounded-full bg-line align-middle',
        className,
      )}
      {...props}
    >
      <span
        className={classNames(
          'block h-full rounded-full transition-[width]',
          variant === 'moving' ? 'stripes animate-stripe' : 'bg-current',
        )}
        style={{ width: `${share}%` }}
      />
    </span>
  );
}
