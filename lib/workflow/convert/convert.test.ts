// Proved with a tiny format, as the seam itself is; each real format has tests of its own.
import { expect, test } from 'vitest';
import { expectSameGraph } from '../../testing/workflow/same-graph.ts';
import { entryFrom, listFrom, mapFrom, mapOfEntries, replaceIn } from '../dialects/borrowed-tree.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Missing } from '../expression/expression.ts';
import { childOf } from '../source/source-tree.ts';
import { convertWorkflow } from './convert.ts';

/** A list of commands, one after the other; `{name}` is what an earlier one printed. */
const lines = (missing: Missing): Dialect => ({
  format: 'lines',
  missing,
  recognises: (tree) => childOf(tree, 'lines')?.kind === 'list',
  resembles: () => null,
  translate(tree) {
    const list = childOf(tree, 'lines');
    if (list?.kind !== 'list') return null;
    const nodes = list.items.flatMap((item, index) => {
      if (item.kind !== 'scalar') return [];
      const words = replaceIn(item, /\{(\w+)\}/g, ([, name]) => `\${${name}.stdout}`);
      const conditions = listFrom(item, [mapFrom(item, { if: `line_${index}.exit_code == 0`, then: 'next' })]);
      return [
        entryFrom(
          item,
          `line_${index}`,
          mapFrom(item, { type: 'cli', command: listFrom(item, ['echo', words]), conditions }),
        ),
      ];
    });
    return mapFrom(tree, { name: 'Lines', version: childOf(tree, 'version'), nodes: mapOfEntries(list, nodes) });
  },
});
const text = `version: 1.10\nlines:\n  - hello\n  - "say {line_0}: yes #1"\n  - "two\\nlines and {line_1}"\n`;

test('a file is printed in the native language and gives the same graph there', () => {
  expect(
    expectSameGraph(text, { dialects: [lines('error')] }),
  ).toBe(`# The same workflow as the lines file it was made from.

gatehouse: 1
name: Lines
version: 1.10
nodes:
  line_0:
    type: cli
    command: [ echo, hello ]
    conditions:
      - { if: line_0.exit_code == 0, then: next }
  line_1:
    type: cli
    command: [ echo, "say \${line_0.stdout}: yes #1" ]
    conditions:
      - { if: line_1.exit_code == 0, then: next }
  line_2:
    type: cli
    command:
      - echo
      - |-
        two
        lines and \${line_1.stdout}
    conditions:
      - { if: line_2.exit_code == 0, then: next }
`);
});

test('what a missing reference is in that format is written out', () => {
  const empty = expectSameGraph(text, { dialects: [lines('empty')] });
  expect(empty).toContain("say ${line_0.stdout ?? ''}: yes #1");
  expect(empty).toContain("if: (line_0.exit_code ?? '') == 0");
  expect(expectSameGraph(text, { dialects: [lines('null')] })).toContain('lines and ${line_1.stdout ?? null}');
});

test('a native file is what it was, and one with errors is not converted', () => {
  const native = 'gatehouse: 1 # as it is\nname: Own\nnodes:\n  done: { type: end }\n';
  expect(convertWorkflow(native)).toEqual({ format: 'gatehouse', text: native, problems: [] });
  expect(convertWorkflow('lines: [a]\n')).toMatchObject({ text: null, problems: [{ code: 'unknown_format' }] });
});
