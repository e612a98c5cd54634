import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** Lies over the page while a file is held over it, and says what happens to it. */
export function DropCover({ children }: { children: ReactNode }) {
  return (
    <div className="pointer-events-none fixed inset-3 z-40 grid place-items-center rounded-xl border-2 border-accent border-dashed bg-accent-soft/80">
      <p className="flex items-center gap-2 font-medium text-accent">
        <FileDown aria-hidden className="size-5" />
        {children}
      </p>
    </div>
  );
}
