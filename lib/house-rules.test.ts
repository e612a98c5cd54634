// Rules about the text of every shipped file, whoever wrote it.
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeDefinitions } from './nodes/index.ts';
import { shipped } from './testing/sources.ts';

const mostLines = 300;
const mostFiles = 25;

test(`no folder has more than ${mostFiles} files of its own, tests not counted`, () => {
  const folders = Map.groupBy(shipped, ({ file }) => dirname(file));
  const crowded = [...folders].filter(([, files]) => files.length > mostFiles);
  expect(crowded.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
});

test(`no file is longer than ${mostLines} lines`, () => {
  const long = shipped.filter(({ text }) => text.split('\n').length > mostLines + 1);
  expect(long.map(({ file, text }) => `${file}: ${text.split('\n').length - 1}`)).toEqual([]);
});

describe('only lib/nodes knows a node type by its name', () => {
  const names = Object.keys(nodeDefinitions).concat('judge');
  const name = `'(?:${names.join('|')})'`;
  const naming = [
    // node.type === 'loop', 'loop' === type, current_type !== "loop"
    new RegExp(`\\b\\w*[tT]ype\\s*[!=]==?\\s*${name}`, 'g'),
    new RegExp(`${name}\\s*[!=]==?\\s*[\\w.?]*[tT]ype\\b`, 'g'),
    // { type: 'judge' }
    new RegExp(`\\btype:\\s*${name}`, 'g'),
    // a list, a set or a union of nothing but such names
    new RegExp(`\\[\\s*${name}(?:,\\s*${name})+,?\\s*\\]`, 'g'),
    // a case of a switch over a type
    new RegExp(`switch \\([^)]*[tT]ype\\)(?:(?!\\n}).)*?case ${name}`, 'gs'),
  ];
  const namedIn = (text: string) => naming.flatMap((pattern) => text.match(pattern) ?? []);

  test('comparing, listing, switching over and writing a type are all found', () => {
    expect(namedIn("if (node.type === 'loop') {}")).toHaveLength(1);
    expect(namedIn("filter(({ type }) => type !== 'end')")).toHaveLength(1);
    expect(namedIn("'gate' === node?.type")).toHaveLength(1);
    expect(namedIn("run.current_type === 'wait'")).toHaveLength(1);
    expect(namedIn("const alone = new Set(['wait', 'call']);")).toHaveLength(1);
    expect(namedIn("{ id, type: 'judge' }")).toHaveLength(1);
    expect(namedIn("switch (node.type) {\n  case 'x':\n    return 1;\n  case 'map':\n    return 2;\n}")).toHaveLength(
      1,
    );
    expect(namedIn("if (event.type === 'node_started' && row.kind === 'call' && reason === 'tool') {}")).toEqual([]);
    expect(namedIn("switch (kind) {\n  case 'loop':\n}")).toEqual([]);
  });

  test('no other file does', () => {
    // Tokens of an expression have types of their own; the oracle of the tests knows the language by itself; a foreign
    // format has words of its own, and says what they are in ours.
    const own = /^lib\/(nodes|workflow\/expression|workflow\/dialects|engine\/oracle)\//;
    const others = shipped.filter(({ file }) => !own.test(file));
    expect(others.flatMap(({ file, text }) => namedIn(text).map((found) => `${file}: ${found}`))).toEqual([]);
  });
});

test('no text ever becomes code', () => {
  const evaluating = /\beval\s*\(|\bnew Function\b|\bFunction\s*\(\s*['"`]|['"](node:)?vm['"]|\bsetTimeout\(\s*['"`]/;
  expect(shipped.filter(({ text }) => evaluating.test(text)).map(({ file }) => file)).toEqual([]);
});

test('only the clients speak to other machines', () => {
  const speaking =
    /(await|return|=>|=)\s*fetch\(|from 'node:(http|https|net|tls|dgram|dns)(\/promises)?'|\bnew WebSocket\b/;
  const speakers = shipped.filter(
    ({ file, text }) => /^lib\/(nodes|engine|workflow|runs|people|export)\//.test(file) && speaking.test(text),
  );
  expect(speakers.map(({ file }) => file)).toEqual([]);
});
