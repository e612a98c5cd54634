import { describe, expect, it } from 'vitest';
import { loadWorkflow } from '../load.ts';
import { describeProblem } from '../problems/problem.ts';

const told = (text: string) => loadWorkflow(text).problems.map((problem) => describeProblem(problem));
const workflow = (rest: string) => `gatehouse: 1\nname: a\n${rest}`;

describe('a text that is not YAML is told in plain words, where the slip is', () => {
  it.each([
    [
      'a tab',
      workflow('nodes:\n\ta: { type: end }\n'),
      '4:1 not valid YAML: the line is indented with a tab; indent with spaces, two for each level',
    ],
    [
      'no space after a colon',
      'gatehouse: 1\nname:Foo\nnodes:\n  a: { type: end }\n',
      '2:1 not valid YAML: there is no space after the ":" of "name"; write "name: Foo"',
    ],
    [
      'no space after the last colon of a group',
      workflow('nodes:\n  a:\n    name: x\n    type:end\n'),
      '6:5 not valid YAML: there is no space after the ":" of "type"; write "type: end"',
    ],
    [
      'no colon',
      'gatehouse: 1\nname Foo\nnodes:\n  a: { type: end }\n',
      '2:1 not valid YAML: "name Foo" is no "key: value"; write a ":" and a space after the key',
    ],
    [
      'a quote that is never closed, at its beginning',
      'gatehouse: 1\nname: "a\nnodes:\n  a: { type: end }\n',
      '2:7 not valid YAML: the text that begins here with " is never closed; end it with another "',
    ],
    [
      'a bracket that is never closed, at its beginning',
      workflow('nodes:\n  a: { type: cli, command: [echo, hi }\n  b: { type: end }\n'),
      '4:28 not valid YAML: the "[" that stands here is never closed; add "]" where it ends',
    ],
    [
      'a brace that is never closed, at its beginning',
      workflow('nodes:\n  a: { type: end\n  b: { type: end }\n'),
      '4:6 not valid YAML: the "{" that stands here is never closed; add "}" where it ends',
    ],
    [
      'a bracket too many',
      workflow('nodes:\n  a: { type: end } }\n'),
      '4:20 not valid YAML: "}" closes nothing; remove it, or add the opening one that it belongs to',
    ],
    [
      'a key in no column of its group',
      workflow('nodes:\n  a:\n    type: end\n   name: x\n'),
      '6:1 not valid YAML: the indentation of this line fits no line above it; keys of one group, and items of one list, start in the same column',
    ],
    [
      'a key below a value',
      workflow(' nodes:\n  a: { type: end }\n'),
      '3:1 not valid YAML: line 3 is indented further than line 2, whose key has a value already; indent it like line 2',
    ],
    [
      'a colon inside a value',
      workflow('description: Note: this\n'),
      '3:14 not valid YAML: the value "Note: this" contains ": "; put the whole value in quotes',
    ],
    [
      'a template between brackets',
      workflow('tags: [${inputs.x}, b]\n'),
      '3:8 not valid YAML: a template inside [ ] or { } must stand in quotes, or its braces are read as YAML; write "${inputs.x}"',
    ],
    [
      'a missing comma',
      workflow('inputs: {b: {} c: {}}\n'),
      '3:16 not valid YAML: two entries inside [ ] or { } stand side by side; write a "," between them',
    ],
    [
      'a first character that means something else',
      workflow('description: @all\n'),
      '3:14 not valid YAML: a value cannot begin with "@"; put the value in quotes',
    ],
    [
      'an escape that there is not',
      workflow('description: "C:\\path"\n'),
      '3:17 not valid YAML: "\\p" means nothing inside double quotes; write "\\\\p", or use single quotes',
    ],
    [
      'text after a quote',
      workflow("description: 'it's'\n"),
      `3:18 not valid YAML: "s'" follows a closing quote; put the whole value in quotes; inside single quotes a quote is written twice`,
    ],
    [
      'a list on the line of its key',
      workflow('tags: - a\n'),
      '3:7 not valid YAML: a list begins on the line of its key; put each "- " on a line of its own, or write [ ]',
    ],
    [
      'anything else',
      workflow('description: | words\n  more\n'),
      '3:16 not valid YAML: "words" was not expected here; look for a missing quote, bracket or space in this line and the one above',
    ],
  ])('%s', (_, text, problem) => expect(told(text)).toEqual([problem]));
});
