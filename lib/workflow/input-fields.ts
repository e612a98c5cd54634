// The inputs a file declares, in their written order, with defaults that fit their types.
import type { Findings } from './findings.ts';
import type { InputField } from './graph.ts';
import { isTextType, readInputValue } from './input-value.ts';
import type { FileFields } from './schema.ts';
import { childOf, keyPlaceOf, nodeAt, placeOf, type SourceMap } from './source-tree.ts';

export function readInputFields(root: SourceMap, file: FileFields, findings: Findings): InputField[] {
  const written = childOf(root, 'inputs');
  if (written?.kind !== 'map') return [];
  return written.entries.flatMap(({ key: name }) => {
    const declared = file.inputs[name];
    if (!declared) return [];
    const { type, required, description = null, choices } = declared;
    const field: InputField = { name, type, required, description, ...(choices ? { choices } : {}) };
    if (type === 'secret') {
      const path = ['inputs', name, 'type'];
      const message = `input "${name}" is a secret, and secrets cannot be kept out of the run's log yet; leave it out`;
      findings.error({ code: 'not_supported_yet', place: placeOf(root, path), path, message });
    }
    if (choices && type !== 'choice') {
      const path = ['inputs', name, 'choices'];
      const message = `input "${name}" has "choices" but takes any ${type}`;
      const suggestion = 'write "type: choice"';
      findings.warning({ code: 'unused_choices', place: keyPlaceOf(root, path), path, message, suggestion });
    }
    if (type === 'choice' && !choices) {
      const path = ['inputs', name, 'choices'];
      const message = `input "${name}" is a choice without "choices"`;
      findings.error({ code: 'missing', place: placeOf(root, path), path, message });
    } else if (declared.default !== undefined && declared.default !== null) {
      field.default = readDefault(root, field, declared.default, findings);
    }
    return [field];
  });
}

function readDefault(root: SourceMap, field: InputField, value: unknown, findings: Findings): unknown {
  const path = ['inputs', field.name, 'default'];
  const source = nodeAt(root, path);
  // Text is what was written: a default of 1.10 is "1.10".
  const written = isTextType(field.type) && source?.kind === 'scalar' ? source.text : value;
  if (field.type === 'json') return written;
  const read = readInputValue(field, written);
  if (read.ok) return read.value;
  const message = `input "${field.name}" has a default that does not fit: it ${read.message}`;
  findings.error({ code: 'wrong_default', place: placeOf(root, path), path, message });
  return undefined;
}
