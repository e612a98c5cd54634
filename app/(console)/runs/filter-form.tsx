'use client';

import Form from 'next/form';
import { type ComponentProps, useRef } from 'react';

const typingPause = 250;

/** A form that goes to its address by itself: at once for a choice, after a pause for typing, never for what is unhurried. */
export function FilterForm(props: Omit<ComponentProps<typeof Form>, 'action'> & { action: string }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (
    <Form
      replace
      scroll={false}
      prefetch={false}
      role="search"
      onInput={({ target, currentTarget }) => {
        if (target instanceof Element && target.closest('[data-unhurried]')) return;
        clearTimeout(timer.current);
        const isTyping = target instanceof HTMLInputElement;
        timer.current = setTimeout(() => currentTarget.requestSubmit(), isTyping ? typingPause : 0);
      }}
      {...props}
    />
  );
}
