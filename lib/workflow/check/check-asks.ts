// `{{ask_user …}}` that would ask nobody: with a mistake in it, where text is taken as it is written, or beside what a step is
// given. And none inside of an expression: an answer is a value, and must not become a part of what decides.
import { namesOfKind } from '../../nodes/contract/marked-fields.ts';
import { askPattern, readMark } from '../../nodes/parts/ask-mark.ts';
import { formFieldTypes } from '../../nodes/parts/gate-spec.ts';
import type { LoadedNode } from '../load-nodes.ts';
import { fieldsOfKind } from '../node-fields.ts';
import type { Findings } from '../problems/findings.ts';
import { holderText } from '../problems/schema-issue.ts';
import { pathText, scalarsOf } from '../source/source-tree.ts';

/** Only read by people. */
const isSaid = new Set(['name', 'description']);
/** Fields of every node that nobody is asked about. */
const isBeside = new Set(['gate', 'checks', 'expect', 'save', 'conditions', 'artifacts', 'next', 'on_failure']);
const insideExpression = /(?<!\$)\$\{[^{}]*\{\{\s*ask_user/;

export function checkAsks(nodes: LoadedNode[], findings: Findings): void {
  for (const node of nodes) {
    const { tree, path, definition } = node;
    const verbatim = definition ? namesOfKind(definition.fields, 'verbatim') : new Set();
    const expressions = new Set(fieldsOfKind(node, 'expression').map(({ at }) => pathText(at)));
    for (const { path: at, scalar } of scalarsOf(tree)) {
      if (!/\{\{\s*ask_user/.test(scalar.text) || isSaid.has(String(at[0]))) continue;
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
      else if (expressions.has(pathText(at)) || insideExpression.test(scalar.text))
        refuse('asks inside of an expression', 'ask in a gate, and read ${user_responses.<gate>.values}');
      else if (isBeside.has(String(at[0])))
        refuse('is not what the step is given, so nobody is asked there', 'ask in a field of its own, or in a gate');
      else if (wrong) refuse(`asks for a "${wrong[1]}"`, `the types are ${formFieldTypes.join(', ')}`);
      else if (marks.length < scalar.text.split(/\{\{\s*ask_user/).length - 1)
        refuse('has an {{ask_user}} that cannot be read', 'write {{ask_user: Which one? | a | b}}');
    }
  }
}
