import type { ComponentProps } from 'react';
import { type ButtonStyle, buttonStyle } from './button-style.ts';

export function Button({ variant, size, className, ...props }: ComponentProps<'button'> & ButtonStyle) {
  return <button type="button" className={buttonStyle({ variant, size }, className)} {...props} />;
}
