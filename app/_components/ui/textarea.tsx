import type { ComponentProps } from 'react';
import { controlStyle } from './control-style.ts';

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea rows={4} className={controlStyle(`field-sizing-content min-h-20 py-2 ${className ?? ''}`)} {...props} />
  );
}
