// The inputs a file declares, in their written order, with defaults that fit their types.

import type { InputField } from '../graph.ts';
import type { Findings } from '../problems/findings.ts';
import type { FileFields } from '../schema.ts';
import { childOf, keyPlaceOf, nodeAt, placeOf, type SourceMap } from '../source/source-tree.ts';
import { isTextType, readInputValue } from './input-value.ts';

const withoutDefault = {
  secret: 'everybody who reads this file would know it',
  file: 'it is sent when a run is started',
};

export function readInputFields(root: SourceMap, file: FileFields, findings: Findings): InputField[] {
  const written = childOf(root, 'inputs');
  if (written?.kind !== 'map') return [];
  return written.entries.flatMap(({ key: name }) => {
    const declared = file.inputs[name];
    if (!declared) return [];
    const { type, required, description = null, choices } = declared;
    const hasDefault = declared.default !== undefined && declared.default !== null;
    const field: InputField = { name, type, required, description, ...(choices ? { choices } : {}) };
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
    } else if (hasDefault && (type === 'secret' || type === 'file')) {
      const path = ['inputs', name, 'default'];
      const message = `input "${name}" is a ${type} and cannot have a default: ${withoutDefault[type]}`;
      findings.error({ code: 'wrong_default', place: keyPlaceOf(root, path), path, message });
    } else if (hasDefault) {
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
