import { describe, expect, test } from 'vitest';
import { answer, broken, eventsOf, finishedNodes, ok, openGate, storyOf, walkRun } from '../../testing/engine/walk.ts';

describe('the order in a node: enabled, gates before, attempts, save, gates after, then on', () => {
  //   ask ask             ask ask
  // ┌──┴───┴───┐        ┌──┴───┴───┐   ┌──────┐
  // │  before  │─ work ─│  after   ├──►│ done │
  // └──────────┘        └──────────┘   └──────┘
  test('several gates before and after are asked one by one around the work', () => {
    const walk = walkRun(
      `
       work:
         type: cli
         command: [work]
         retry: { attempts: 2 }
         save: { out: "\${result}" }
         gate:
           - { when: before, message: Allowed? }
           - { when: after, message: Good? }
           - { when: before, message: Sure? }
           - { when: after, message: Really good? }
       done: { type: end }`,
      { outcome: ({ attempt }) => (attempt === 1 ? broken() : ok('work')), answer: () => ({ option: 'yes' }) },
    );
    expect(storyOf(walk)).toEqual([
      'work asked before:0',
      'work answered yes',
      'work asked before:1',
      'work answered yes',
      'work started',
      'work retried',
      'work started',
      'work saved',
      'work completed',
      'work asked after:0',
      'work answered yes',
      'work asked after:1',
      'work answered yes',
      'done started',
      'done completed',
    ]);
  });

  test('a gate of kind none asks nothing and hides no gate behind it', () => {
    const walk = walkRun(
      `
       work:
         type: cli
         command: [work]
         gate:
           - { when: before, kind: none }
           - { when: before, message: Allowed? }
           - { when: after, kind: none }
           - { when: after, message: Good? }`,
    );
    expect(openGate(walk)).toMatchObject({ slot: 'before:0', message: 'Allowed?' });
    answer(walk, 'yes');
    expect(openGate(walk)).toMatchObject({ slot: 'after:0', message: 'Good?' });
    answer(walk, 'yes');
    expect(walk.state.status).toBe('completed');
  });

  test('nothing runs while a gate before is open', () => {
    const walk = walkRun('  work: { type: cli, command: [work], gate: { when: before } }');
    expect(walk.state.status).toBe('waiting');
    expect(eventsOf(walk, 'node_started')).toEqual([]);
  });

  test('a gate before that cannot be worked out fails the visit, and Retry does not run the work unasked', () => {
    const walk = walkRun('  work: { type: cli, command: [work], gate: { when: before, message: "${computed.who}?" } }');
    for (let round = 0; round < 2; round++) {
      expect(openGate(walk)).toMatchObject({ purpose: 'failure' });
      expect(openGate(walk).show[0]?.text).toContain('computed.who');
      answer(walk, 'retry');
    }
    expect(eventsOf(walk, 'node_completed')).toEqual([]);
  });

  test('fields that cannot be worked out fail the attempt before anything acts', () => {
    const acted: string[] = [];
    const walk = walkRun('  work: { type: cli, command: ["${computed.none}"] }', {
      outcome: ({ node }) => {
        acted.push(node);
        return ok();
      },
    });
    expect(acted).toEqual([]);
    expect(openGate(walk).show[0]?.text).toContain('computed.none');
  });
});

describe('a disabled node is passed', () => {
  // ┌─────┐   ┌ ─ ─ ┐   ┌──────┐
  // │ one ├──►  off  ──►│ last │
  // └─────┘   └ ─ ─ ┘   └──────┘
  test('others by next, with nothing asked and nothing run', () => {
    const walk = walkRun(`
       one: { type: cli, command: [one] }
       off: { type: cli, command: [off], enabled: false, gate: { when: before }, next: last }
       other: { type: cli, command: [other] }
       last: { type: end }`);
    expect(finishedNodes(walk)).toEqual(['one', 'off', 'last']);
    expect(eventsOf(walk, 'node_skipped')[0]?.data.reason).toBe('disabled');
    expect(walk.state.nodes.off?.status).toBe('skipped');
    expect(eventsOf(walk, 'gate_opened')).toEqual([]);
  });

  // ┌ ─ ─ ─ ┐ else   ┌───────┐
  //  choose   ──────►│ right │
  // └ ─ ─ ─ ┘        └───────┘
  test('if by else', () => {
    const walk = walkRun(`
       choose: { type: if, enabled: false, condition: "true", then: left, else: right }
       left: { type: end, outcome: failure }
       right: { type: end }`);
    expect(finishedNodes(walk)).toEqual(['choose', 'right']);
  });

  test('if without else by next', () => {
    const walk = walkRun(`
       choose: { type: if, enabled: false, condition: "true", then: left }
       middle: { type: end }
       left: { type: end, outcome: failure }`);
    expect(finishedNodes(walk)).toEqual(['choose', 'middle']);
  });
});

describe('a node visited more often than max_visits opens a gate', () => {
  //    ┌───────────┐
  //    ▼           │ 1 < 2
  // ┌──────┐   ┌───┴──┐
  // │ work ├──►│ back │
  // └──────┘   └──────┘
  const circle = `
       work: { type: cli, command: [work], max_visits: 3 }
       back: { type: if, condition: "1 < 2", then: work, else: complete }`;

  test('Continue lets it run once more and asks again at the next visit', () => {
    const walk = walkRun(circle);
    expect(walk.state.nodes.work).toMatchObject({ attempts: 3, visits: 4 });
    expect(openGate(walk)).toMatchObject({ purpose: 'visits', node: 'work', visit: 4 });
    expect(openGate(walk).options.map(({ id }) => id)).toEqual(['continue', 'abort']);
    answer(walk, 'continue');
    expect(openGate(walk)).toMatchObject({ visit: 5, message: 'work has been visited 4 times; 3 are allowed. Go on?' });
    expect(walk.state.nodes.work?.attempts).toBe(4);
  });

  test('Abort cancels the run', () => {
    const walk = walkRun(circle);
    answer(walk, 'abort');
    expect(walk.state.status).toBe('cancelled');
  });

  test('the cap is 100 when nothing is said', () => {
    const walk = walkRun(circle.replace(', max_visits: 3', ''));
    expect(openGate(walk)).toMatchObject({ purpose: 'visits', visit: 101 });
  });

  // ┌ ─ ─ ┐   ┌ ─ ─ ┐
  //   one  ◄─►  two
  // └ ─ ─ ┘   └ ─ ─ ┘
  test('a circle of disabled nodes comes to rest at a gate too', () => {
    const walk = walkRun(`
       one: { type: cli, command: [one], enabled: false }
       two: { type: cli, command: [two], enabled: false, next: one }`);
    expect(openGate(walk).purpose).toBe('visits');
  });
});
