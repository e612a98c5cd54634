// The inputs that a file declares, in whichever of three forms: by their names, as a JSON Schema, or as a list.
import { childOf, type SourceEntry, type SourceMap } from '../../../source/source-tree.ts';

export function declaredInputs(root: SourceMap): SourceEntry[] {
  const schema = childOf(root, 'input_schema') ?? childOf(root, 'inputs');
  const properties = childOf(schema, 'properties');
  const fields = properties?.kind === 'map' ? properties : schema;
  if (fields?.kind === 'map') return fields.entries;
  return (fields?.kind === 'list' ? fields.items : []).flatMap((value) => {
    const name = value.kind === 'scalar' ? value : childOf(value, 'name');
    return name?.kind === 'scalar' && name.text !== '' ? [{ key: name.text, place: name.place, value }] : [];
  });
}
