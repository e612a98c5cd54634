import { expect, test } from 'vitest';
import { answer, finishedNodes, ok, openGate, storyOf, walkRun } from '../testing/engine/walk.ts';

// The complete execution example of the engine that runs tasks in a list, with what it leaves unsaid written out:
// `on: { no: implement }` and `fix.next: validate`. Its tasks are commands here, whose ends are played.
//
//  ┌──────┐ yes ┌───────────┐ yes ┌──────────┐ pass
//  │ plan ├────►│ implement ├────►│ validate ├─────► complete
//  └──────┘     └─────┬──▲──┘     └──┬────▲──┘
//                  no └──┘      fail ▼    │
//                                  ┌─────┐│
//                                  │ fix ├┘
//                                  └─────┘
const nodes = `
  plan:
    type: cli
    command: [create_plan]
    gate: { kind: approval, message: "Approve?" }
  implement:
    type: cli
    command: [implement]
    gate: { kind: question, message: "Good?", options: [{ id: yes }, { id: no }], on: { no: implement } }
  validate:
    type: cli
    command: [validate]
    conditions:
      - { if: "result == 'pass'", then: complete }
      - { if: "result == 'fail'", then: fix }
  fix:
    type: cli
    command: [fix]
    retry: { attempts: 3 }
    next: validate
`;

test('plan, implement twice, validate, fix, validate: step by step as the example tells it', () => {
  const walk = walkRun(nodes, {
    outcome: ({ node, visit }) => ok(node === 'validate' ? (visit === 1 ? 'fail' : 'pass') : node),
  });

  // 2. plan runs, then asks for approval
  expect(storyOf(walk)).toEqual(['plan started', 'plan completed', 'plan asked after:0']);
  expect(openGate(walk)).toMatchObject({ node: 'plan', kind: 'approval', message: 'Approve?' });
  answer(walk, 'yes');

  // 3. implement runs, asks, is told no, runs again, asks again
  expect(openGate(walk)).toMatchObject({ node: 'implement', visit: 1, kind: 'question', message: 'Good?' });
  expect(openGate(walk).options.map(({ id, leads_to }) => `${id}: ${leads_to}`)).toEqual([
    'yes: goes on to validate',
    'no: goes on to implement',
  ]);
  answer(walk, 'no');
  expect(openGate(walk)).toMatchObject({ node: 'implement', visit: 2 });
  const asked = walk.events.length;
  answer(walk, 'yes');

  // 4. validate fails and leads to fix; 5. fix leads back; 6. validate passes and the run is complete
  expect(walk.state).toMatchObject({ status: 'completed', outputs: { validate: 'pass', fix: 'fix' } });
  expect(finishedNodes(walk)).toEqual(['plan', 'implement', 'implement', 'validate', 'fix', 'validate']);
  const ways = walk.events
    .slice(asked)
    .flatMap((event) => (event.type === 'node_started' && event.data.from ? [event.data.from] : []));
  expect(ways).toEqual([
    { node: 'implement', via: 'next' },
    { node: 'validate', via: "result == 'fail'" },
    { node: 'fix', via: 'next' },
  ]);
  expect(walk.state.nodes).toMatchObject({
    plan: { status: 'completed', visits: 1, attempts: 1 },
    implement: { status: 'completed', visits: 2, attempts: 2 },
    validate: { status: 'completed', visits: 2, attempts: 2 },
    fix: { status: 'completed', visits: 1, attempts: 1 },
  });
  expect(walk.state.user_responses.implement).toEqual({ id: 'yes', raw: { selected: 'yes' }, values: {} });
});
