// What stands between braces in the arguments of a template: a variable of its context, a field of an earlier node, or
// something of the node before. Everything else between braces is text.
import { scopeNames } from '../../graph.ts';
import type { SourceNode, SourceScalar } from '../../source/source-tree.ts';
import { replaceIn } from '../borrowed-tree.ts';
import { inputPath } from '../context-inputs.ts';

export type Names = { ids: Map<string, string>; inputs: Map<string, string> };

const reference = /\$\{|\{\{[^{}]*\}\}|\{([A-Za-z_][\w-]*)((?:\.[A-Za-z_]\w*|\[\d+\])*)\}/g;

/** The names of their fields that are not the same here. */
const fields: Record<string, string> = { output_text: 'output', text: 'output', result: 'output', summary: 'output' };

const scopeWords = new Set<string>([...scopeNames, 'true', 'false', 'null', 'and', 'or', 'not', 'in']);

const artifactPath = 'path';

function fieldOf(base: string, rest: string): string {
  if (rest === '') return `${base}.output_path`;
  const artifact = /^\.artifacts(?:\[(\d+)\])?$/.exec(rest);
  if (artifact) {
    const [, index] = artifact;
    return index === undefined
      ? `${base}.artifacts.map(file => file.${artifactPath}).join(', ')`
      : `${base}.artifacts[${index}].${artifactPath}`;
  }
  return `${base}.${rest.replace(/^\.(\w+)/, (_, name: string) => fields[name] ?? name)}`;
}

function pathOf(name: string, rest: string, { ids, inputs }: Names): string {
  const id = ids.get(name);
  if (id !== undefined) return fieldOf(`nodes['${id}']`, rest);
  const input = inputs.get(name);
  if (input !== undefined) return `${inputPath(input)}${rest}`;
  if (name === 'prev') return fieldOf('prev', rest === '' ? '.output' : rest);
  const before = /^prev_(\w+)$/.exec(name);
  if (before) return fieldOf('prev', `.${before[1]}${rest}`);
  // Nobody has said what it is: empty when the run comes here, and told of before.
  const unknown = name.replace(/-/g, '_');
  return `${scopeWords.has(unknown) ? `computed.${unknown}` : unknown}${rest}`;
}

export function withReferences(scalar: SourceScalar, names: Names): SourceScalar {
  if (typeof scalar.value !== 'string') return scalar;
  return replaceIn(scalar, reference, ([found, name, rest = '']) => {
    if (found === '${') return '$${';
    return name === undefined ? found : `\${${pathOf(name, rest, names)}}`;
  });
}

export function referencesIn(node: SourceNode, names: Names): SourceNode {
  if (node.kind === 'scalar') return withReferences(node, names);
  if (node.kind === 'list') return { ...node, items: node.items.map((item) => referencesIn(item, names)) };
  return { ...node, entries: node.entries.map((entry) => ({ ...entry, value: referencesIn(entry.value, names) })) };
}
