import { Button } from '../../_components/ui/button.tsx';
import { Field } from '../../_components/ui/field.tsx';
import { Input } from '../../_components/ui/input.tsx';
import { Popover } from '../../_components/ui/popover.tsx';

/** Adds one input that must be exactly this. Sent by its button, not while it is written. */
export function InputFilter({ names }: { names: string[] }) {
  return (
    <Popover button="Input" className="phone:static">
      <div data-unhurried className="flex flex-col gap-2.5">
        <Field label="Name of the input" id="input-name">
          {(control) => <Input name="input_name" list="input-names" autoComplete="off" fit="sm" {...control} />}
        </Field>
        <datalist id="input-names">
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Field label="Its value, exactly" id="input-value">
          {(control) => <Input name="input_value" autoComplete="off" fit="sm" {...control} />}
        </Field>
        <Button type="submit" className="w-full">
          Filter by this input
        </Button>
      </div>
    </Popover>
  );
}
