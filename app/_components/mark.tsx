import type { ComponentProps } from 'react';

/** The gatehouse: a roof and an open door. */
export function Mark(props: ComponentProps<'svg'>) {
  return (
    <svg
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinejoin="round"
      aria-hidden
      {...props}
    >
      <path d="M2 16V7l7-5 7 5v9M6 16v-5a3 3 0 0 1 6 0v5" />
    </svg>
  );
}
