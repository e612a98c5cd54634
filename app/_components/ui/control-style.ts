import { classNames } from './class-names.ts';

/** The look shared by input, select and textarea. */
export function controlStyle(className?: string): string {
  return classNames(
    'w-full rounded-md border border-line bg-page px-2.5 text-sm text-ink placeholder:text-faint phone:text-[16px]',
    'hover:border-line-strong focus-visible:border-accent focus-visible:outline-offset-0',
    'aria-invalid:border-failed disabled:opacity-60',
    className,
  );
}
