'use client';

import { Check, Copy } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import type { ButtonStyle } from './button-style.ts';

/** Copies `text`; says so for two seconds. `label` is the accessible name, or what follows what can be read. */
export function CopyButton({
  text,
  label,
  children,
  ...props
}: ComponentProps<'button'> & ButtonStyle & { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      variant="ghost"
      size={children ? 'sm' : 'icon'}
      aria-label={children ? undefined : copied ? 'Copied' : label}
      onClick={() =>
        void navigator.clipboard?.writeText(text).then(
          () => setCopied(true),
          () => setCopied(false),
        )
      }
      {...props}
    >
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {children && (copied ? 'Copied' : children)}
      {children && !copied && <span className="sr-only"> {label}</span>}
    </Button>
  );
}
