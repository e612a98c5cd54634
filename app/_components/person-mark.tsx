import { visibleText } from '#lib/html/visible-text.ts';
import { initialsOf } from './initials.ts';

/** A person's name with their initials before it, the same wherever somebody is named. */
export function PersonMark({ name }: { name: string }) {
  const shown = visibleText(name);
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 align-baseline">
      <span
        aria-hidden
        className="inline-grid size-4.5 shrink-0 place-items-center rounded-full bg-hover font-semibold text-[9px] text-mute uppercase leading-none"
      >
        {initialsOf(shown)}
      </span>
      <span className="truncate">{shown}</span>
    </span>
  );
}
