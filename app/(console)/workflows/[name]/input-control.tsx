import { visibleJson, visibleText } from '#lib/html/visible-text.ts';
import type { InputField } from '#lib/workflow/graph.ts';
import { formName, textOfDefault } from '../../../_actions/form-inputs.ts';
import { Checkbox } from '../../../_components/ui/checkbox.tsx';
import { type ControlProps, Field } from '../../../_components/ui/field.tsx';
import { Input } from '../../../_components/ui/input.tsx';
import { Select } from '../../../_components/ui/select.tsx';
import { Textarea } from '../../../_components/ui/textarea.tsx';

const notes: Partial<Record<InputField['type'], string>> = {
  number: 'number',
  integer: 'whole number',
  list: 'one entry a line',
  json: 'JSON',
  file: 'file of up to 10 MB',
  secret: 'kept out of the log',
};

type Props = {
  input: InputField;
  /** What the reader typed, when the form came back with problems. */
  typed: string | undefined;
  isTyped: boolean;
  problem: string | undefined;
  /** The earlier run has one that stays when nothing is given. */
  isKept: boolean;
};

/** One input of a workflow: its name, what it is for, its default, and what is wrong with it. */
export function InputControl({ input, typed, isTyped, problem, isKept }: Props) {
  const name = formName(input.name);
  const written = isTyped ? (typed ?? '') : textOfDefault(input);
  const given = input.type === 'json' ? visibleJson(written) : written;
  const required = input.required && !isKept;
  const words = [
    required ? 'required' : null,
    notes[input.type],
    isKept ? 'kept from the earlier run when empty' : null,
  ];
  const note = words.filter(Boolean).join(' · ');
  return (
    <Field
      id={name}
      label={<span className="font-mono">{input.name}</span>}
      note={note}
      description={input.description && visibleText(input.description)}
      problem={problem}
      begins={given}
    >
      {(control) => <Control input={input} given={given} {...control} name={name} required={required} />}
    </Field>
  );
}

type ControlInput = ControlProps & { input: InputField; given: string; name: string; required: boolean };

function Control({ input, given, ...props }: ControlInput) {
  switch (input.type) {
    case 'boolean': {
      const { required: _, ...rest } = props;
      return <Checkbox label="Yes" value="true" defaultChecked={given === 'true'} {...rest} />;
    }
    case 'choice':
      return (
        <Select defaultValue={given} {...props}>
          {!input.required && <option value="">–</option>}
          {input.required && !given && <option value="">Choose…</option>}
          {input.choices?.map((choice) => (
            <option key={choice} value={choice}>
              {visibleText(choice)}
            </option>
          ))}
        </Select>
      );
    case 'text':
    case 'list':
      return <Textarea defaultValue={given} {...props} />;
    case 'json':
      return <Textarea defaultValue={given} spellCheck={false} className="font-mono text-xs" {...props} />;
    case 'number':
    case 'integer':
      return <Input inputMode={input.type === 'integer' ? 'numeric' : 'decimal'} defaultValue={given} {...props} />;
    case 'secret':
      return <Input type="password" autoComplete="off" {...props} />;
    case 'file':
      return <Input type="file" className="py-[6px]" {...props} />;
    default:
      return <Input defaultValue={given} {...props} />;
  }
}
