import type { ComponentProps } from 'react';
import { controlStyle } from './control-style.ts';

const sizes = { sm: 'h-[30px] phone:h-10', md: 'h-[34px] phone:h-11' };

export function Input({ className, fit = 'md', ...props }: ComponentProps<'input'> & { fit?: keyof typeof sizes }) {
  return <input type="text" className={controlStyle(`${sizes[fit]} ${className ?? ''}`)} {...props} />;
}
