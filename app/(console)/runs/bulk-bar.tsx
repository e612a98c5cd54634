'use client';
import {
  Archive,
  ArchiveRestore,
  CircleSlash,
  GitCompare,
  type LucideIcon,
  Play,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import type { BulkButton } from '#lib/runs/views.ts';
import { Button } from '../../_components/ui/button.tsx';
import { ButtonLink } from '../../_components/ui/button-link.tsx';
import { Checkbox } from '../../_components/ui/checkbox.tsx';
import { runWords } from './bulk/run-words.ts';

const icons: Record<string, LucideIcon> = {
  retry: RotateCcw,
  again: Play,
  cancel: CircleSlash,
  archive: Archive,
  unarchive: ArchiveRestore,
  delete: Trash2,
};

type Props = {
  buttons: BulkButton[];
  /** Of how many runs of this page it is known that they are ticked. */
  chosen: number;
  /** How many fit the filter. */
  total: number;
  /** Where the two that are ticked stand side by side, if they are two of one workflow. */
  compareHref: string | null;
};

/** What can be done with the ticked runs, or all that fit; shown by style alone while one is ticked, so it needs no scripts. */
export function BulkBar({ buttons, chosen, total, compareHref }: Props) {
  return (
    <div className="sticky bottom-0 z-10 hidden flex-wrap items-center gap-2 border-line border-t bg-raised px-5 py-2 shadow-overlay group-has-[tbody_input:checked]/runs:flex phone:bottom-(--shell-bottom) phone:gap-x-4 phone:gap-y-0 phone:px-4 phone:pt-0">
      <span role="status" className="text-sm group-has-[[name=all]:checked]/runs:text-faint">
        {chosen > 0 ? `${runWords(chosen)} chosen` : 'The chosen runs'}
      </span>
      <Checkbox name="all" value="1" label={`All ${runWords(total)} that fit`} className="mr-auto text-mute" />
      <div className="flex flex-wrap gap-2 phone:w-full phone:*:h-10 phone:*:grow">
        {compareHref && (
          <ButtonLink href={compareHref}>
            <GitCompare aria-hidden />
            Compare
          </ButtonLink>
        )}
        {buttons.map(({ verb, label }) => {
          const Icon = icons[verb];
          return (
            <Button key={verb} type="submit" name="verb" value={verb} variant={verb === 'delete' ? 'danger' : 'normal'}>
              {Icon && <Icon aria-hidden />}
              {label}…
            </Button>
          );
        })}
      </div>
    </div>
  );
}
