'use client';

import { X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

const sizes = { sm: 'w-[420px]', md: 'w-[560px]', lg: 'w-[960px]', xl: 'w-[1280px]' };

/** The browser's own modal dialog: focus is kept inside and goes first to `data-autofocus`; Escape and a click beside it close it. */
export function Dialog({
  heading,
  size = 'md',
  onClose,
  className,
  children,
  ...props
}: Omit<ComponentProps<'dialog'>, 'onClose'> & { heading: ReactNode; size?: keyof typeof sizes; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) {
      element.showModal();
      (element.querySelector<HTMLElement>('[data-autofocus]') ?? element).focus();
    }
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={headingId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      className={classNames(
        'm-auto outline-none max-h-[85dvh] max-w-[calc(100vw-24px)] animate-arrive overflow-auto rounded-xl border border-line bg-raised p-0 shadow-overlay',
        sizes[size],
        className,
      )}
      {...props}
    >
      <header className="sticky top-0 z-10 flex h-12 items-center justify-between gap-4 border-line border-b bg-raised pr-2 pl-4">
        <h2 id={headingId} className="truncate font-semibold text-base">
          {heading}
        </h2>
        <Button variant="ghost" size="icon" aria-label="Close" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </header>
      <div className="p-4">{children}</div>
    </dialog>
  );
}
