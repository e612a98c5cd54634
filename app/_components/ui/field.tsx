import type { ReactNode } from 'react';
import { hiddenWords } from '#lib/html/visible-text.ts';
import { classNames } from './class-names.ts';

/** What a control needs to be described by its field: spread it on the control. */
export type ControlProps = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

/** A labelled control with its description and, when there is one, its problem beside it. */
export function Field({
  id,
  label,
  note,
  description,
  problem,
  begins,
  className,
  children,
}: {
  id: string;
  label: ReactNode;
  /** A short word right of the label: "required", a type. */
  note?: ReactNode;
  description?: ReactNode;
  problem?: string | null;
  /** What the control begins with. */
  begins?: string;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}) {
  const hidden = begins && hiddenWords(begins);
  const describedBy = [
    description ? `${id}-description` : '',
    problem ? `${id}-problem` : '',
    hidden ? `${id}-hidden` : '',
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <div className="flex items-baseline gap-2 text-sm">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {note && <span className="text-faint text-xs">{note}</span>}
      </div>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': problem ? true : undefined,
      })}
      {problem && (
        <p id={`${id}-problem`} className="font-medium text-failed text-xs">
          {problem}
        </p>
      )}
      {hidden && (
        <p id={`${id}-hidden`} className="break-words font-medium text-waiting text-xs">
          {hidden}
        </p>
      )}
      {description && (
        <p id={`${id}-description`} className="text-mute text-xs">
          {description}
        </p>
      )}
    </div>
  );
}
