// A value that is kept and reads like a reference (`save: { log: result.stdout }`) is taken as the text it is. That may be
// meant, so it is only a warning, but it would show much later and somewhere else.

import { scopeNames } from '../graph.ts';
import type { LoadedNode } from '../load-nodes.ts';
import type { Findings } from '../problems/findings.ts';
import { holderText } from '../problems/schema-issue.ts';
import { type Path, scalarsOf } from '../source/source-tree.ts';

const reference = /^([A-Za-z_][A-Za-z0-9_]*)(\.[A-Za-z_][A-Za-z0-9_]*|\[-?\d+\])+$/;

/** What a node keeps: under its names in `save`, and as the value of an effect. */
function isKept(path: Path): boolean {
  return (path[0] === 'save' && path.length === 2) || (path[0] === 'do' && path.at(-1) === 'value');
}

export function checkPlainValues(nodes: LoadedNode[], findings: Findings): void {
  const roots = new Set<string>([...scopeNames, ...nodes.map(({ id }) => id)]);
  for (const { tree, path } of nodes) {
    for (const { path: at, scalar } of scalarsOf(tree)) {
      if (!isKept(at) || !roots.has(reference.exec(scalar.text)?.[1] ?? '')) continue;
      findings.warning({
        code: 'plain_value',
        place: scalar.place,
        path: [...path, ...at],
        message: `${holderText([...path, ...at])} is the text "${scalar.text}" itself`,
        suggestion: `for its value write "\${${scalar.text}}"`,
      });
    }
  }
}
