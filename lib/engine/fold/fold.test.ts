import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stored } from '../../testing/engine/stored-run.ts';
import { broken, ok, type Walk, walkGraph } from '../../testing/engine/walk.ts';
import type { Graph } from '../../workflow/graph.ts';
import { loadWorkflow } from '../../workflow/load.ts';
import { nextEffects } from '../decide/interpreter.ts';
import { type RunEvent, runEvent } from '../events.ts';
import type { RunState } from '../state.ts';
import { applyEvent } from './apply-event.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];
const id = fc.constantFrom(...ids);
const target = fc.constantFrom(...ids, 'next', 'complete', 'fail', 'escalate', '${computed.way}', '${computed.none}');

const gate = fc.oneof(
  fc.record({ kind: fc.constant('approval'), on: fc.option(fc.record({ no: target }), { nil: undefined }) }),
  fc.record({
    kind: fc.constant('question'),
    options: fc.constant([{ id: 'x' }, { id: 'y' }]),
    on: fc.record({ x: target }),
  }),
  fc.record({ kind: fc.constant('info') }),
  fc.record({ kind: fc.constant('form'), form: fc.constant({ note: { type: 'text' } }) }),
);
const nodeGate = fc.tuple(gate, fc.constantFrom('before', 'after')).map(([spec, when]) => ({ ...spec, when }));

const own = fc.oneof(
  fc.record({ type: fc.constant('cli'), command: fc.constant(['work', '${visit}']), idempotent: fc.boolean() }),
  fc.record({ type: fc.constant('tool'), server: fc.constant('files'), tool: fc.constant('list') }),
  fc.record({
    type: fc.constant('action'),
    do: fc.constantFrom(
      [{ type: 'set_state', field: 'computed.way', value: 'b' }],
      [{ type: 'set_flag', flag: 'on' }],
      [{ type: 'compute', expression: 'computed.none', store_as: 'x' }],
    ),
  }),
  fc.record({
    type: fc.constant('if'),
    condition: fc.constantFrom('visit > 1', 'flags.on'),
    then: target,
    else: target,
  }),
  gate.map((spec) => ({ ...spec, type: 'gate' })),
  fc.record({
    type: fc.constant('switch'),
    cases: fc.array(fc.record({ if: fc.constantFrom('visit > 1', 'flags.on'), then: target }), {
      minLength: 1,
      maxLength: 2,
    }),
    default: fc.option(target, { nil: undefined }),
  }),
  fc.record({ type: fc.constant('loop'), body: id, done: target, max: fc.integer({ min: 1, max: 3 }) }),
  fc.constantFrom({ type: 'wait', for: '1h' }, { type: 'wait', signal: 'go' }),
  fc.record({
    type: fc.constant('validate'),
    conditions: fc.constant([{ if: 'flags.on', message: 'not on' }]),
    valid: target,
    invalid: target,
  }),
  fc.record({ type: fc.constant('checkpoint'), auto_continue: fc.boolean() }),
  fc.record({ type: fc.constant('end'), outcome: fc.constantFrom('success', 'failure', 'cancelled', 'indeterminate') }),
);

const common = fc.record(
  {
    enabled: fc.boolean(),
    max_visits: fc.constantFrom(1, 2, 3),
    retry: fc.record({ attempts: fc.integer({ min: 1, max: 3 }), backoff: fc.constant('1s') }),
    on_failure: fc.oneof(target, fc.constantFrom('ask', 'skip')),
    next: target,
    conditions: fc.array(fc.record({ if: fc.constantFrom('visit > 1', 'computed.none'), then: target }), {
      maxLength: 1,
    }),
    gate: fc.array(nodeGate, { maxLength: 2 }),
    save: fc.constantFrom({ kept: '${result}' }, { 'flags.on': '${result}' }, { x: '${result.none}' }),
  },
  { requiredKeys: ['max_visits'] },
);

const head = 'state: { flags: { on: false }, computed: { way: a } }\nservers: { files: { command: files } }';

/** JSON is YAML, so the drawn nodes are the file. A target that was not drawn becomes `complete`. */
const graph = fc
  .array(fc.tuple(own, common), { minLength: 1, maxLength: ids.length })
  .map((nodes) => {
    const written = Object.fromEntries(nodes.map(([node, more], index) => [ids[index], { ...more, ...node }]));
    const known = new Set(Object.keys(written));
    const text = JSON.stringify(written, (_, value) => (ids.includes(value) && !known.has(value) ? 'complete' : value));
    return loadWorkflow(`gatehouse: 1\nname: Drawn\n${head}\nnodes: ${text}`).graph;
  })
  .filter((drawn) => drawn !== null);

/** Outcomes and answers are drawn from a tape; people stop answering when it ends. */
function walked([graph, tape]: [Graph, number[]]): Walk {
  const left = [...tape];
  return walkGraph(graph, {
    mostSteps: 3000,
    outcome: () => {
      const choice = left.pop() ?? 0;
      return choice % 4 === 3 ? 'interrupted' : choice % 4 === 2 ? broken() : ok(choice);
    },
    answer: ({ options }) => {
      const choice = left.pop();
      return choice === undefined
        ? null
        : { option: options[choice % options.length]?.id ?? '', values: { note: 'n' } };
    },
  });
}

const run = fc.tuple(graph, fc.array(fc.nat(11), { maxLength: 30 }));

function frozen<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}

const fold = (events: RunEvent[], from: RunState | null = null) =>
  events.reduce<RunState | null>((state, event) => frozen(applyEvent(state, frozen(event))), from) as RunState;

describe('a run is its list of events', () => {
  test('whatever the workflow, the outcomes and the answers, a run comes to rest and its state is the fold of its events', () => {
    fc.assert(
      fc.property(run, (drawn) => {
        const walk = walked(drawn);
        expect(fold(walk.events)).toEqual(walk.state);
      }),
      { numRuns: 150 },
    );
  });

  test('a stored state at any event plus the rest of the events is the same state; nothing is ever changed in place', () => {
    fc.assert(
      fc.property(run, fc.nat(), (drawn, cut) => {
        const { events, state } = walked(drawn);
        const at = 1 + (cut % events.length);
        const half = frozen(stored(fold(events.slice(0, at))));
        expect(stored(at === events.length ? half : fold(events.slice(at), half))).toEqual(stored(state));
      }),
      { numRuns: 150 },
    );
  });

  test('every event fits its schema and survives being stored', () => {
    fc.assert(
      fc.property(run, (drawn) => {
        for (const event of walked(drawn).events) expect(runEvent.parse(stored(event))).toEqual(stored(event));
      }),
      { numRuns: 100 },
    );
  });

  test('what is next can be asked at every event, and asking changes nothing', () => {
    fc.assert(
      fc.property(run, (drawn) => {
        const { graph, events, now } = walked(drawn);
        let state: RunState | null = null;
        for (const event of events) {
          state = frozen(applyEvent(state, event));
          expect(nextEffects(graph, state, now)).toEqual(nextEffects(graph, state, now));
        }
      }),
      { numRuns: 100 },
    );
  });
});
