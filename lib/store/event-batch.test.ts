import { expect, test } from 'vitest';
import { type RunEvent, runEvent } from '../engine/events.ts';
import { graphOfDrawn, play } from '../engine/oracle/played-run.ts';
import { drawWorkflow } from '../engine/oracle/random-workflow.ts';
import { scriptOf } from '../engine/oracle/script.ts';
import { decodeEvents, encodeEvents } from './event-batch.ts';

const texts = (events: RunEvent[]) =>
  events.map(({ seq, at, type, node, visit, attempt, data }) =>
    JSON.stringify({ seq, at, type, node, visit, attempt, data }),
  );

test('what is read back is what was written, key by key, however events are gathered into commits', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const drawn = drawWorkflow(seed);
    const { events } = play(drawn, graphOfDrawn(drawn), scriptOf(seed));
    for (let from = 0, size = 1; from < events.length; from += size, size = (size % 7) + 1) {
      const part = events.slice(from, from + size);
      expect(texts(decodeEvents(encodeEvents(part)))).toEqual(texts(part));
    }
  }
});

test('every type of event has its number', () => {
  for (const { shape } of runEvent.options) {
    const event = {
      seq: 1,
      at: '2026-01-01T00:00:00.000Z',
      type: shape.type.value,
      data: { changes: [], outcome: {} },
    } as RunEvent;
    expect(encodeEvents([event]).events).toMatch(/^\[\[\d+,/);
  }
});

test('a text that was written once is read for ever', () => {
  const events =
    '[[25,[["computed.n",1]],"a",2,1],[5,0],[2,{"type":"cli"},"b",1,1,40],[42,{"by":"ada","via":"api","message":null},null,null,null]]';
  const at = '2026-01-01T00:00:00.000Z';
  expect(decodeEvents({ first: 7, at: Date.parse(at), events })).toEqual([
    {
      seq: 7,
      at,
      type: 'variable_set',
      node: 'a',
      visit: 2,
      attempt: 1,
      data: { changes: [{ op: 'set', path: 'computed.n', value: 1 }] },
    },
    {
      ...{ seq: 8, at, type: 'node_completed', node: 'a', visit: 2, attempt: 1 },
      data: { output: null, outcome: { success: true }, to: null, prev: 'a' },
    },
    {
      ...{ seq: 9, type: 'node_started', node: 'b', visit: 1, attempt: 1 },
      at: '2026-01-01T00:00:00.040Z',
      data: { type: 'cli' },
    },
    { seq: 10, at: '2026-01-01T00:00:00.040Z', type: 'run_cancelled', data: { by: 'ada', via: 'api', message: null } },
  ]);
});
