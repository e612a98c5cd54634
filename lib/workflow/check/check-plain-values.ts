// A value that is kept and reads like a reference (`save: { log: result.stdout }`) is taken as the text it is. That may be
// meant, so it is only a warning, but it would show much later and somewhere else.

import { scopeNames } from '../graph.ts';
import type { LoadedNode } from '../load-nodes.ts';
import { fieldsOfKind } from '../node-fields.ts';
import type { Findings } from '../problems/findings.ts';
import { holderText } from '../problems/schema-issue.ts';
import { nodeAt } from '../source/source-tree.ts';

const reference = /^([A-Za-z_][A-Za-z0-9_]*)(\.[A-Za-z_][A-Za-z0-9_]*|\[-?\d+\])+$/;

export function checkPlainValues(nodes: LoadedNode[], findings: Findings): void {
  const roots = new Set<string>([...scopeNames, ...nodes.map(({ id }) => id)]);
  for (const node of nodes) {
    for (const { at } of fieldsOfKind(node, 'kept')) {
      const scalar = nodeAt(node.tree, at);
      if (scalar?.kind !== 'scalar' || !roots.has(reference.exec(scalar.text)?.[1] ?? '')) continue;
      const path = [...node.path, ...at];
      findings.warning({
        code: 'plain_value',
        place: scalar.place,
        path,
        message: `${holderText(path)} is the text "${scalar.text}" itself`,
        suggestion: `for its value write "\${${scalar.text}}"`,
      });
    }
  }
}
