// `{{ask_user …}}` that would ask nobody: with a mistake in it, or where text is taken as it is written.
import { namesOfKind } from '../../nodes/contract/marked-fields.ts';
import { askPattern, readMark } from '../../nodes/parts/ask-mark.ts';
import { formFieldTypes } from '../../nodes/parts/gate-spec.ts';
import type { LoadedNode } from '../load-nodes.ts';
import type { Findings } from '../problems/findings.ts';
import { holderText } from '../problems/schema-issue.ts';
import { scalarsOf } from '../source/source-tree.ts';

export function checkAsks(nodes: LoadedNode[], findings: Findings): void {
  for (const { tree, path, definition } of nodes) {
    const verbatim = definition ? namesOfKind(definition.fields, 'verbatim') : new Set();
    for (const { path: at, scalar } of scalarsOf(tree)) {
      if (!/\{\{\s*ask_user/.test(scalar.text)) continue;
      const whole = [...path, ...at];
      const refuse = (message: string, suggestion?: string) =>
        findings.error({
          code: 'bad_ask',
          place: scalar.place,
          path: whole,
          message: `${holderText(whole)} ${message}`,
          suggestion,
        });
      const marks = [...scalar.text.matchAll(askPattern)];
      const wrong = marks.find(([, type, words]) => readMark(type, words) === null);
      if (verbatim.has(String(at[0])))
        refuse('is taken as it is written, so nobody is asked there', 'ask in "env" or in a gate');
      else if (wrong) refuse(`asks for a "${wrong[1]}"`, `the types are ${formFieldTypes.join(', ')}`);
      else if (marks.length < scalar.text.split(/\{\{\s*ask_user/).length - 1)
        refuse('has an {{ask_user}} that cannot be read', 'write {{ask_user: Which one? | a | b}}');
    }
  }
}
