'use client';
import { type ComponentProps, useState } from 'react';
import { controlStyle } from './control-style.ts';
import { typedBefore } from './typed-before.ts';

/** What was typed before the scripts came is what it begins with: React would set it back to what the server drew. */
export function Textarea({ className, defaultValue, ...props }: ComponentProps<'textarea'>) {
  const [initial] = useState(() => typedBefore(props.id) ?? defaultValue);
  return (
    <textarea
      rows={4}
      className={controlStyle(`field-sizing-content min-h-20 py-2 ${className ?? ''}`)}
      defaultValue={initial}
      suppressHydrationWarning
      {...props}
    />
  );
}
