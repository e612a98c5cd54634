import type { ReactNode } from 'react';
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
  className,
  children,
}: {
  id: string;
  label: ReactNode;
  /** A short word right of the label: "required", a type. */
  note?: ReactNode;
  description?: ReactNode;
  problem?: string | null;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}) {
  const describedBy = [description ? `${id}-description` : '', problem ? `${id}-problem` : '']
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
      {description && (
        <p id={`${id}-description`} className="text-mute text-xs">
          {description}
        </p>
      )}
    </div>
  );
}
