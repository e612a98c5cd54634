import { describe, expect, test } from 'vitest';
import { head } from '../../testing/engine/background-runs.ts';
import { finish, settle } from '../../testing/engine/steps.ts';
import { expectSameFold } from '../../testing/engine/stored-run.ts';
import {
  broken,
  eventsOf,
  finishedNodes,
  goOn,
  graphOf,
  newWalk,
  ok,
  openGate,
  walkRun,
} from '../../testing/engine/walk.ts';

// research ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┐ (in the background)
//    └──► write ──► use ◄─ ─ ─ ┘ ──► done
const nodes = `
  research: { type: agent, agent: scout, prompt: Look., background: true, tools: [] }
  write: { type: cli, command: [write] }
  use: { type: cli, command: [use, "\${research.result}"] }
  done: { type: end, message: "\${use.result}" }`;

describe('an agent in the background is joined at the first reference to it', () => {
  test('the way goes on beside it, and waits where it is named', () => {
    const walk = newWalk(graphOf(nodes, head));
    expect(settle(walk)).toEqual(['write', 'research']);
    expect(finish(walk, 'write')).toEqual(['research']);
    expect(walk.state.status).toBe('running');
    expect(walk.state.nodes.use).toBeUndefined();
    expect(finish(walk, 'research')).toEqual(['use']);
    expect(eventsOf(walk, 'node_started').find(({ node }) => node === 'use')?.data.input).toMatchObject({
      command: ['use', 'research done'],
    });
    expect(finish(walk, 'use')).toEqual([]);
    expect(walk.state).toMatchObject({ status: 'completed', message: 'use done' });
  });

  test('one that is done by then holds nobody up', () => {
    const walk = newWalk(graphOf(nodes, head));
    settle(walk);
    expect(finish(walk, 'research')).toEqual(['write']);
    expect(finish(walk, 'write')).toEqual(['use']);
  });

  test('or at the end: a run does not complete while something works', () => {
    const walk = newWalk(graphOf(nodes.replace(', "${research.result}"', ''), head));
    settle(walk);
    finish(walk, 'write');
    expect(finish(walk, 'use')).toEqual(['research']);
    expect(walk.state.status).toBe('running');
    finish(walk, 'research');
    expect(walk.state.status).toBe('completed');
    expect(finishedNodes(walk)).toEqual(['write', 'use', 'research', 'done']);
  });

  test('also at the end of a run without an end node', () => {
    const walk = newWalk(graphOf(nodes.split('\n').slice(0, 3).join('\n'), head));
    settle(walk);
    finish(walk, 'write');
    expect(walk.state.status).toBe('running');
    finish(walk, 'research');
    expect(walk.state.status).toBe('completed');
  });

  test('its failure asks a person, like any other; after Skip its output is null', () => {
    const walk = newWalk(graphOf(nodes.replace('"${research.result}"', '"${research.result ?? \'none\'}"'), head));
    settle(walk);
    finish(walk, 'write');
    expect(finish(walk, 'research', broken())).toEqual([]);
    expect(walk.state.status).toBe('waiting');
    expect(openGate(walk)).toMatchObject({ node: 'research', purpose: 'failure' });
    walk.options.answer = () => ({ option: 'skip' });
    goOn(walk);
    expect(walk.state.status).toBe('completed');
  });

  test('prev is the last work on the way, not what works beside it', () => {
    const walk = walkRun(
      `
  first: { type: cli, command: [first] }
  research: { type: agent, agent: scout, prompt: Look., background: true, tools: [] }
  second: { type: cli, command: [second, "\${prev.result}"] }`,
      { head, outcome: ({ node }) => ok(node) },
    );
    expect(eventsOf(walk, 'node_started').find(({ node }) => node === 'second')?.data.input).toMatchObject({
      command: ['second', 'first'],
    });
  });

  test('a run with one, folded from its events at any point, stands where it stood', () => {
    const walk = newWalk(graphOf(nodes, head));
    settle(walk);
    finish(walk, 'write');
    expectSameFold(walk);
  });

  test('one that was cut off is judged by a person', () => {
    const file = nodes.replace('tools: []', 'tools: [write_file]');
    const walk = walkRun(file, { head, outcome: ({ node }) => (node === 'research' ? 'interrupted' : ok(node)) });
    expect(openGate(walk)).toMatchObject({ node: 'research' });
  });
});
