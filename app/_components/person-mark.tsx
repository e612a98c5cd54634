import { visibleText } from '#lib/html/visible-text.ts';
import { initialsOf } from './initials.ts';

/** A person's name with their initials before it, the same wherever somebody is named. Initials are drawn, not read out. */
export function PersonMark({ name }: { name: string }) {
  const shown = visibleText(name);
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 align-middle">
      <span
        aria-hidden
        data-initials={initialsOf(shown)}
        className="inline-grid size-4.5 shrink-0 place-items-center rounded-full bg-hover font-semibold text-[9px] text-mute uppercase leading-none before:content-[attr(data-initials)]"
      />
      <span className="truncate">{shown}</span>
    </span>
  );
}
