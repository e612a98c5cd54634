// For tests: a graph walked by people and workers who do as they like. Whatever they do, the run comes to an end, and nothing
// fails but what was played as a failure. The same seed plays the same.
import type { Gate } from '../../engine/events.ts';
import { isTerminal } from '../../engine/state.ts';
import type { Graph } from '../../workflow/graph.ts';
import { broken, ok, type Reply, send, type Walk, type WalkOptions, walkGraph } from '../engine/walk.ts';
import { numbersFrom } from './mutated-files.ts';

/** After so many answers people have had enough. */
const patience = 60;
const verdicts = ['pass', 'fail', 'yes', 'no', 'ok', 'passed', undefined];

function inputsOf({ inputs }: Graph): Record<string, unknown> {
  const usual: Record<string, unknown> = { boolean: true, number: 1, integer: 1, list: ['a'], json: {} };
  return Object.fromEntries(
    inputs.map(({ name, type, default: given, choices }) => [name, given ?? choices?.[0] ?? usual[type] ?? 'x']),
  );
}

export function walkAtRandom(graph: Graph, seed: number): Walk {
  const pick = numbersFrom(seed * 2_654_435_761);
  for (let warm = 0; warm < 4; warm++) pick(2);
  let answers = 0;
  const answer = ({ options, fields }: Gate): Reply => {
    const stop = options.find(({ id }) => id === 'abort');
    const option = ++answers > patience && stop ? stop : options[pick(options.length)];
    const values = Object.fromEntries(
      fields.map(({ name, choices }) => [name, choices?.[pick(choices.length)] ?? 'some words']),
    );
    return { option: option?.id ?? '', values };
  };
  const outcome: WalkOptions['outcome'] = ({ node }) => {
    if (pick(8) === 0) return broken('played');
    const verdict = verdicts[pick(verdicts.length)];
    return ok({
      text: `${node} spoke`,
      stdout: 'x',
      exit_code: 0,
      output_path: `${node}.md`,
      session_id: 'WFS-x-20260101',
      result: verdict,
      status: verdict,
    });
  };
  const walk = walkGraph(graph, { inputs: inputsOf(graph), answer, outcome, mostSteps: 20_000 });
  for (let called = 0; called < 50 && !isTerminal(walk.state.status); called++) {
    const waiting = walk.state.active.find(({ wait }) => wait?.call)?.wait;
    if (!waiting?.signal) break;
    const data = { computed: {}, flags: {}, custom: {} };
    send(walk, waiting.signal, {
      run: 'other',
      status: pick(4) === 0 ? 'failed' : 'completed',
      message: null,
      data,
      outputs: {},
    });
  }
  return walk;
}

/** What went wrong that nobody played. */
export function unplayedFailures(walk: Walk): string[] {
  return walk.events.flatMap((event) => {
    if (event.type !== 'node_failed' && event.type !== 'retry') return [];
    const { code, message } = event.data.error;
    return code === 'broken' || code === 'call_failed' || message.includes('"other"')
      ? []
      : [`${event.node}: ${code} ${message}`];
  });
}
