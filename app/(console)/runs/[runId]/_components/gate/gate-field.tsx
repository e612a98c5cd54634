import { useState } from 'react';
import { Checkbox } from '#app/_components/ui/checkbox.tsx';
import { Field } from '#app/_components/ui/field.tsx';
import { Input } from '#app/_components/ui/input.tsx';
import { Select } from '#app/_components/ui/select.tsx';
import { Textarea } from '#app/_components/ui/textarea.tsx';
import { visibleJson, visibleText } from '#lib/html/visible-text.ts';
import type { GateView } from '#lib/runs/views.ts';
import { type GateField, jsonProblem } from './gate-values.ts';

function noteOf(field: GateField, options: GateView['options']): string | undefined {
  if (field.required) return 'required';
  const labels = field.required_for.map((id) => options.find((option) => option.id === id)?.label ?? id);
  return labels.length > 0 ? `needed for ${labels.join(', ')}` : undefined;
}

function initialText(field: GateField): string {
  if (field.default === undefined || field.default === null) return '';
  if (field.type === 'json') return visibleJson(JSON.stringify(field.default, null, 2));
  if (Array.isArray(field.default) && field.type === 'list') return field.default.join('\n');
  return typeof field.default === 'object' ? JSON.stringify(field.default) : String(field.default);
}

/** One typed field of a gate. Its name is the one that the answer's address expects from a plain form. */
export function GateFieldInput({
  gateId,
  field,
  options,
  problem,
  hasFocus,
}: {
  gateId: string;
  field: GateField;
  options: GateView['options'];
  problem: string | null;
  /** It has just been asked for. */
  hasFocus: boolean;
}) {
  const name = `values.${field.name}`;
  const id = `${gateId}-${field.name}`;
  const [broken, setBroken] = useState<string | null>(null);
  if (field.type === 'boolean') {
    return (
      <div>
        <Checkbox name={name} value="true" defaultChecked={field.default === true} label={visibleText(field.label)} />
        {field.description && <p className="text-mute text-xs">{visibleText(field.description)}</p>}
      </div>
    );
  }
  return (
    <Field
      id={id}
      label={visibleText(field.label)}
      note={noteOf(field, options)}
      description={field.description && visibleText(field.description)}
      problem={broken ?? problem}
      begins={initialText(field)}
    >
      {(control) => (
        <Control
          {...control}
          field={field}
          name={name}
          autoFocus={hasFocus}
          onText={(text) => setBroken(jsonProblem(field, text))}
        />
      )}
    </Field>
  );
}

type ControlInput = {
  field: GateField;
  name: string;
  id: string;
  autoFocus: boolean;
  /** While it is typed, not when it is left: a button that moves away under the pointer is not pressed. */
  onText: (text: string) => void;
};

function Control({ field, onText, ...control }: ControlInput) {
  const text = initialText(field);
  const required = field.required;
  switch (field.type) {
    case 'choice':
      return (
        <Select {...control} required={required} defaultValue={text} className="w-full">
          {!text && <option value="">Choose…</option>}
          {field.choices?.map((choice) => (
            <option key={choice} value={choice}>
              {visibleText(choice)}
            </option>
          ))}
        </Select>
      );
    case 'number':
    case 'integer':
      return (
        <Input
          {...control}
          type="number"
          step={field.type === 'integer' ? 1 : 'any'}
          required={required}
          defaultValue={text}
        />
      );
    case 'text':
      return <Textarea {...control} rows={2} className="min-h-14!" required={required} defaultValue={text} />;
    case 'list':
      return <Textarea {...control} rows={3} placeholder="One per line" required={required} defaultValue={text} />;
    case 'json':
      return (
        <Textarea
          {...control}
          rows={8}
          spellCheck={false}
          className="max-h-[50dvh] overflow-auto font-mono text-xs! leading-[18px]! phone:text-[16px]! phone:leading-[22px]!"
          placeholder="JSON"
          onChange={({ target }) => onText(target.value)}
          required={required}
          defaultValue={text}
        />
      );
    default:
      return <Input {...control} required={required} defaultValue={text} />;
  }
}
