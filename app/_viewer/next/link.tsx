// Stands for next/link where every link is one of the browser's own.
import type { ComponentProps } from 'react';

type Props = ComponentProps<'a'> & Partial<Record<'prefetch' | 'scroll' | 'replace' | 'shallow', boolean | null>>;

export default function Link({ prefetch: _p, scroll: _s, replace: _r, shallow: _h, ...props }: Props) {
  return <a {...props} />;
}
