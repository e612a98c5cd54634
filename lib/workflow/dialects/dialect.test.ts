// The seam for foreign formats, proved with a tiny one: a list of steps whose texts refer to what came before in braces.
import { describe, expect, test } from 'vitest';
import { eventsOf, ok, walkGraph } from '../../testing/engine/walk.ts';
import { expectNoCrash } from '../../testing/workflow/mutated-files.ts';
import type { Missing } from '../expression/expression.ts';
import type { Graph } from '../graph.ts';
import { loadWorkflow } from '../load.ts';
import type { Findings } from '../problems/findings.ts';
import { describeProblem } from '../problems/problem.ts';
import { childOf, entryOf, type SourceEntry, type SourceNode } from '../source/source-tree.ts';
import { entryFrom, listFrom, mapFrom, mapOfEntries, replaceIn } from './borrowed-tree.ts';
import type { Dialect } from './dialect.ts';
import { resemblanceByKeys } from './resemblance.ts';

/** `run` is a program with one argument, `then` where it leads, `say` ends the run. */
function nodeOf(step: SourceNode, findings: Findings): SourceEntry[] {
  const id = childOf(step, 'id');
  if (id?.kind !== 'scalar') {
    findings.error({ code: 'missing', place: step.place, path: ['steps'], message: 'this step needs "id"' });
    return [];
  }
  const [program, say] = [entryOf(step, 'run'), entryOf(step, 'say')];
  const argument = childOf(step, 'with');
  const words = (value: SourceNode) =>
    value.kind === 'scalar' ? replaceIn(value, /\{([^}]+)\}/g, ([, path]) => `\${${path}}`) : value;
  const fields = program
    ? {
        type: 'cli',
        command: listFrom(program, [program.value, ...(argument ? [words(argument)] : [])]),
        next: entryOf(step, 'then'),
        retry: entryOf(step, 'retry'),
      }
    : { type: 'end', message: say && words(say.value) };
  return [entryFrom(id, id.text, mapFrom(step, fields))];
}

const steps = (missing: Missing): Dialect => ({
  format: 'steps',
  missing,
  recognises: (tree) => childOf(tree, 'steps')?.kind === 'list',
  resembles: (tree) => resemblanceByKeys(tree, { telling: ['title', 'say'], needed: ['title', 'steps'] }),
  translate(tree, findings) {
    const list = childOf(tree, 'steps');
    if (list?.kind !== 'list') return null;
    const nodes = list.items.flatMap((step) => nodeOf(step, findings));
    return mapFrom(tree, { name: entryOf(tree, 'title'), nodes: mapOfEntries(list, nodes) });
  },
});

const load = (text: string, missing: Missing = 'error') => loadWorkflow(text, { dialects: [steps(missing)] });
const told = (text: string, missing?: Missing) => load(text, missing).problems.map((one) => describeProblem(one));

const good = `# Somebody else's format
title: Greets
steps:
  - { id: greet, run: echo, with: hello }
  - id: done
    say: "{greet.stdout} and {greet.more} done"
`;

describe('a file of a foreign format', () => {
  test('is known by its text, and tells its format, its name and its nodes', () => {
    expect(load(good)).toMatchObject({ format: 'steps', name: 'Greets', nodes: 2, problems: [] });
    expect(load(good).graph?.nodes.map(({ id, place }) => [id, place.line, place.column])).toEqual([
      ['greet', 4, 11],
      ['done', 5, 9],
    ]);
  });

  test('is not in a known format where its dialect is not registered', () => {
    expect(loadWorkflow(good)).toMatchObject({
      graph: null,
      format: 'unknown',
      problems: [{ code: 'unknown_format' }],
    });
    const none = `titel: Other\n`;
    expect(told(none)).toEqual(['1:1 this file is in none of the formats that this console reads (gatehouse, steps)']);
  });

  test('is told which format it is nearest to, and why it is not that; never to become native', () => {
    const text =
      '1:1 this file is in none of the formats that this console reads (gatehouse, steps); it is nearest to steps';
    expect(told('title: Other\n')).toEqual([`${text}, but it has no "steps"`]);
    expect(told('say: words\nnodes: {}\n')).toEqual([`${text}, but it has no "title" and no "steps"`]);
    const native = 'name: Mine\nnodes:\n  done: { type: end }\n';
    expect(told(native)[0]).toMatch(/; add "gatehouse: 1" at the top$/);
    expect(load(native).format).toBe('gatehouse');
  });

  test('is native when it says so, whatever else it looks like', () => {
    expect(load(`gatehouse: 1\n${good}`)).toMatchObject({ format: 'gatehouse', graph: null });
  });

  test('what the native reader and its checks find is told where it was written', () => {
    const text = `title: Bad
steps:
  - id: first
    run: echo
    with: "see {frist.stdout}"
    then: lst
    retry: { attempts: 0 }
  - { id: first, say: again }
  - { id: last, say: "{last.x +}" }
`;
    expect(told(text)).toEqual([
      `5:16 node "first": "command[1]" refers to unknown name "frist"; did you mean "first"?`,
      '6:11 node "first" points to unknown node "lst"; did you mean "last"?',
      '7:24 node "first": "retry.attempts" must be at least 1',
      '8:11 node "first" is already written in line 3',
      '9:11 node "last" can never be reached',
      '9:23 node "last": "message" cannot be read as an expression: the expression ends too early',
    ]);
  });

  test('what its dialect finds is told beside it', () => {
    expect(told('title: Bad\nsteps:\n  - { run: echo }\n  - { id: a, say: "{b}" }\n')).toEqual([
      '3:5 this step needs "id"',
      '4:20 node "a": "message" refers to unknown name "b"',
    ]);
  });
});

test('five hundred files with mistakes in them end in a graph or in errors, each with its place', () => {
  expectNoCrash([good], 500, { dialects: [steps('empty')] });
});

// greet ─► done
describe('what a missing reference means is the graph’s to say, wherever the run evaluates', () => {
  const walked = (missing: Missing) =>
    walkGraph(load(good, missing).graph as Graph, { outcome: () => ok({ stdout: 'hello' }) });

  test('an error', () => {
    const walk = walked('error');
    expect(walk.state.status).toBe('waiting');
    expect(eventsOf(walk, 'node_failed')).toMatchObject([
      { node: 'done', data: { error: { message: '"greet.more" is not set' } } },
    ]);
  });

  test('an empty text, with a warning', () => {
    const { state } = walked('empty');
    expect(state).toMatchObject({ status: 'completed', message: 'hello and  done' });
    const message = 'done refers to "greet.more", which is not set: an empty text stands for it';
    expect(state.warnings).toMatchObject([{ node: 'done', message }]);
  });

  test('null, without one', () => {
    const { state } = walked('null');
    expect(state).toMatchObject({ status: 'completed', message: 'hello and  done', warnings: [] });
  });

  test('a name that nothing sets is a mistake of the file only where it would be an error of the run', () => {
    const text = 'title: Refers\nsteps:\n  - { id: a, say: "{nobody.name}" }\n';
    const severities = (['error', 'empty', 'null'] as const).map(
      (missing) => load(text, missing).problems[0]?.severity,
    );
    expect(severities).toEqual(['error', 'warning', 'warning']);
  });
});
