import { type PreferenceName, preferenceValues } from '../../_actions/preferences.ts';
import { savePreferenceAction } from '../../_actions/save-preference.ts';
import { classNames } from '../../_components/ui/class-names.ts';

type Props = { name: PreferenceName; label: string; current: string; description?: string };

/** One button for each value; a form, so it works without scripts. */
export function PreferenceChoice({ name, label, current, description }: Props) {
  return (
    <form action={savePreferenceAction} className="flex min-h-12 flex-wrap items-center gap-3 px-4 py-2 text-sm">
      <input type="hidden" name="name" value={name} />
      <div className="min-w-0 flex-1">
        <p>{label}</p>
        {description && <p className="text-faint text-xs">{description}</p>}
      </div>
      <fieldset className="flex rounded-md border border-line bg-page p-0.5">
        <legend className="sr-only">{label}</legend>
        {preferenceValues[name].map((value) => (
          <button
            key={value}
            type="submit"
            name="value"
            value={value}
            aria-pressed={value === current}
            className={classNames(
              'h-[26px] rounded-sm px-3 text-xs phone:h-10',
              value === current
                ? 'bg-panel font-semibold text-ink shadow-raised ring-1 ring-line'
                : 'text-mute hover:text-ink',
            )}
          >
            {value}
          </button>
        ))}
      </fieldset>
    </form>
  );
}
