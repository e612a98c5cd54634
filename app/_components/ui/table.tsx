import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** Dense tables: 13 px, rows of 40 px, hairlines. On a phone a row may become a card: give it a grid with `phone:`. */
export function Table({ className, ...props }: ComponentProps<'table'>) {
  return (
    <table className={classNames('w-full table-fixed border-collapse text-sm phone:block', className)} {...props} />
  );
}

export function TableHead({ className, ...props }: ComponentProps<'thead'>) {
  return <thead className={classNames('phone:sr-only', className)} {...props} />;
}

export function TableHeader({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={classNames(
        'h-8 whitespace-nowrap border-line border-b px-3 text-left font-medium text-faint text-xs first:pl-5 last:pr-5',
        className,
      )}
      {...props}
    />
  );
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return <tr className={classNames('group relative border-line-soft border-b hover:bg-hover', className)} {...props} />;
}

export function TableCell({ className, ...props }: ComponentProps<'td'>) {
  return (
    <td
      className={classNames(
        'h-10 whitespace-nowrap px-3 first:pl-5 last:pr-5 phone:h-auto phone:p-0 phone:first:pl-0 phone:last:pr-0',
        className,
      )}
      {...props}
    />
  );
}
