import type { ComponentProps } from 'react';
import { visibleText } from '#lib/html/visible-text.ts';
import { classNames } from './class-names.ts';

/** Preformatted text that can be scrolled with the keyboard. */
export function CodeBlock({ label, className, children, ...props }: ComponentProps<'pre'> & { label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a scrolling pre needs a name and a tab stop, not another element
    <pre
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop the keyboard cannot scroll it
      tabIndex={0}
      className={classNames(
        !className?.includes('max-h-') && 'max-h-96',
        'overflow-auto whitespace-pre-wrap break-words rounded-md border border-line bg-page px-3 py-2.5 font-mono text-xs/[18px]',
        className,
      )}
      {...props}
    >
      {typeof children === 'string' ? visibleText(children) : children}
    </pre>
  );
}
