import type { ReactNode } from 'react';
import { Button } from '#app/_components/ui/button.tsx';
import { classNames } from '#app/_components/ui/class-names.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import type { GateView } from '#lib/runs/views.ts';

type Option = GateView['options'][number];
type Props = { options: Option[]; hasKeys: boolean; sending: string | null; aside: ReactNode };

const mostInARow = 4;
const mostInAColumn = 5;
const shortLabel = 28;

/** A few short answers stand in a row with their lines below; many or long ones stand in a list, each with its line. */
export function GateOptions({ options: given, hasKeys, sending, aside }: Props) {
  const options = given.map(readable);
  const isList = options.length > mostInARow || options.some(({ label }) => label.length > shortLabel);
  const button = (option: Option, index: number) => (
    <OptionButton
      key={option.id}
      option={option}
      digit={hasKeys && index < 9 ? index + 1 : null}
      isBusy={sending !== null}
      isSending={sending === option.id}
      isWide={isList}
    />
  );
  if (isList) {
    return (
      <>
        <ul className={classNames('grid gap-1.5', options.length > mostInAColumn && 'grid-cols-2 max-xl:grid-cols-1')}>
          {options.map((option, index) => (
            <li key={option.id} className="flex">
              {button(option, index)}
            </li>
          ))}
        </ul>
        <div className="flex empty:hidden">{aside}</div>
      </>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-start gap-2">
        {options.map(button)}
        {aside}
      </div>
      <ul className="flex flex-col gap-0.5 text-xs">
        {options.map((option) => (
          <li key={option.id} className="text-mute">
            <span className="font-medium text-ink">{option.label}</span>
            {option.description && <span>: {option.description}</span>}
            {option.leads_to && <span className="text-faint"> → {option.leads_to}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Options may come from the run's data, and a tool's name from its server. */
function readable(option: Option): Option {
  const { label, description, leads_to } = option;
  return {
    ...option,
    label: visibleText(label),
    description: description && visibleText(description),
    leads_to: leads_to && visibleText(leads_to),
  };
}

function OptionButton({
  option,
  digit,
  isBusy,
  isSending,
  isWide,
}: {
  option: Option;
  digit: number | null;
  isBusy: boolean;
  isSending: boolean;
  isWide: boolean;
}) {
  const line = isWide && [option.description, option.leads_to && `→ ${option.leads_to}`].filter(Boolean).join(' ');
  return (
    <Button
      type="submit"
      name="option"
      value={option.id}
      variant={option.style}
      disabled={isBusy}
      data-digit={digit ?? undefined}
      aria-keyshortcuts={digit ? String(digit) : undefined}
      className={classNames(
        'group/option',
        isWide
          ? 'h-auto! min-h-[34px] w-full justify-between! whitespace-normal! py-1.5 text-left phone:min-h-11'
          : 'phone:h-11 phone:flex-1',
      )}
    >
      <span className="min-w-0 break-words">
        {isSending ? 'Sending…' : option.label}
        {line && <span className="block font-normal text-xs opacity-90">{line}</span>}
      </span>
      {digit && (
        <kbd
          aria-hidden
          className="rounded-sm border border-current/30 px-1 font-sans text-2xs opacity-75 phone:hidden"
        >
          <span className="group-focus/option:hidden">{digit}</span>
          <span className="hidden group-focus/option:inline">Enter</span>
        </kbd>
      )}
    </Button>
  );
}
