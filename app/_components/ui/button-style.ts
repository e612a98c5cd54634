import { classNames } from './class-names.ts';

const variants = {
  primary: 'border-accent bg-accent text-accent-ink hover:border-accent-strong hover:bg-accent-strong',
  normal: 'border-line bg-panel text-ink hover:bg-hover',
  danger: 'border-line bg-panel text-failed hover:border-failed hover:bg-failed-soft',
  ghost: 'border-transparent text-mute hover:bg-hover hover:text-ink',
};

const sizes = {
  sm: 'h-[26px] px-2.5 text-xs',
  md: 'h-[30px] px-3 text-sm',
  lg: 'h-10 px-4 text-base phone:h-12',
  icon: 'size-[30px] justify-center text-sm',
};

export type ButtonStyle = { variant?: keyof typeof variants; size?: keyof typeof sizes };

/** The look of a button, for buttons and for links that act like one. */
export function buttonStyle({ variant = 'normal', size = 'md' }: ButtonStyle = {}, className?: string): string {
  return classNames(
    'inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    '[&_svg]:size-3.5 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
    className,
  );
}
