import { expect, test } from 'vitest';
import { graphOf } from '../testing/engine/walk.ts';

const wordsOf = (nodes: string) => graphOf(nodes).way_words;

test('a way is called what is written where it leads from: a branch, a case, an answer, a failure', () => {
  expect(
    wordsOf(`
  choose: { type: if, condition: "true", then: many, else: ask }
  many:
    type: switch
    cases: [{ if: "1 == 1", then: ask, name: small }, { if: "2 == 2", then: end }]
    default: fork
  ask: { type: gate, kind: question, message: Well?, options: [{ id: a, label: Again }, { id: b }], on: { a: choose, b: fork } }
  fork: { type: parallel, branches: { left: l, right: r }, next: work }
  l: { type: cli, command: ["true"], next: join }
  r: { type: cli, command: ["true"], next: join }
  work: { type: cli, command: ["true"], gate: { on: { no: ask } }, conditions: [{ if: "visit > 2", then: choose }], on_failure: end }
  end: { type: end }`),
  ).toEqual({
    choose: { many: 'then', ask: 'else' },
    many: { ask: 'small', end: 'if 2 == 2', fork: 'default' },
    ask: { choose: 'Again', fork: 'b' },
    fork: { l: 'left', r: 'right' },
    work: { ask: 'Reject', choose: 'if visit > 2', end: 'on failure / otherwise' },
  });
});

test('a loop says which way is a round and which leaves it, a map that its way is that of each item; a plain way says nothing', () => {
  expect(
    wordsOf(`
  again: { type: loop, body: each, done: last, max: 3 }
  each: { type: map, items: [1, 2], body: work, next: back }
  work: { type: cli, command: ["true"], next: join }
  back: { type: end_loop, loop: again }
  last: { type: cli, command: ["true"] }
  end: { type: end }`),
  ).toEqual({
    again: { each: 'each round', last: 'done' },
    each: { work: 'each item' },
    back: { again: 'next round' },
  });
});
