// Where a value is too large for an event: it is taken out, to be kept beside the log, and a handle stands in its place. Of
// an object the large fields are taken out first, so that the small ones stay where everybody sees them.
import { hashOfValue } from '../../clients/files/value-files.ts';
import type { Draft, EventOf, EventType, Gate } from '../../engine/events.ts';
import { isLargeValue, isLongerThan, type LargeValue } from '../../nodes/parts/large-value.ts';
import type { LiveRun } from './live-run.ts';

const largest = 64 * 1024;
/** In an object that is too large, a field of this size is taken out. */
const largestField = 16 * 1024;
const previewLength = 200;

type Fresh = Pick<LiveRun, 'fresh'>;

function handleOf(value: object | string, text: string): LargeValue {
  const kind = typeof value === 'string' ? 'text' : Array.isArray(value) ? 'list' : 'object';
  const length = typeof value === 'string' || Array.isArray(value) ? value.length : Object.keys(value).length;
  const shown = typeof value === 'string' ? value : text;
  const preview = shown.slice(0, previewLength).toWellFormed();
  return { $value: hashOfValue(text), bytes: Buffer.byteLength(text), kind, length, preview };
}

/** The value, or what stands for it. What is small comes back as it is. */
export function keptValue({ fresh }: Fresh, value: unknown, limit = largest): unknown {
  if (!isLongerThan(value, limit) || isLargeValue(value)) return value;
  let rest = value as object | string;
  if (typeof rest === 'object' && !Array.isArray(rest)) {
    rest = keptFields({ fresh }, rest as Record<string, unknown>, limit);
    if (!isLongerThan(rest, limit)) return rest;
  }
  return keptWhole({ fresh }, rest);
}

function keptWhole({ fresh }: Fresh, value: object | string): LargeValue {
  const text = JSON.stringify(value);
  const handle = handleOf(value, text);
  fresh.set(handle.$value, { value, text });
  return handle;
}

function keptFields<Fields extends Record<string, unknown>>(run: Fresh, fields: Fields, limit = largest): Fields {
  if (!isLongerThan(fields, limit)) return fields;
  const kept = Object.entries(fields).map(([name, value]) => [name, keptValue(run, value, largestField)]);
  return Object.fromEntries(kept) as Fields;
}

type Keepers = { [Type in EventType]?: (run: Fresh, data: EventOf<Type>['data']) => EventOf<Type>['data'] };

/** The places of an event where a value of any size may stand. */
const keepers: Keepers = {
  run_created: (run, data) => ({
    ...data,
    inputs: keptFields(run, data.inputs),
    state: {
      ...data.state,
      computed: keptFields(run, data.state.computed),
      custom: keptFields(run, data.state.custom),
    },
  }),
  node_started: (run, data) => {
    const { input, fork, wait } = data;
    return {
      ...data,
      ...(input === undefined ? {} : { input: keptFields(run, input as Record<string, unknown>) }),
      ...(fork ? { fork: { ...fork, branches: fork.branches.map((one) => keptItem(run, one)) } } : {}),
      ...(wait?.call ? { wait: { ...wait, call: { ...wait.call, inputs: keptFields(run, wait.call.inputs) } } } : {}),
    };
  },
  node_completed: (run, data) => ({ ...data, output: keptValue(run, data.output) }),
  node_failed: (run, data) => ({ ...data, error: keptError(run, data.error) }),
  retry: (run, data) => ({ ...data, error: keptError(run, data.error) }),
  branch_ended: (run, data) => ({ ...data, result: keptValue(run, data.result) }),
  variable_set: (run, data) => ({
    changes: data.changes.map((one) => ('value' in one ? { ...one, value: keptValue(run, one.value) } : one)),
  }),
  signal_received: (run, data) => ({ ...data, payload: keptValue(run, data.payload) }),
  model_call: (run, data) => ({
    ...data,
    ...(data.messages ? { messages: data.messages.map((one) => ({ ...one, text: keptText(run, one.text) })) } : {}),
    ...(data.calls ? { calls: data.calls.map((one) => ({ ...one, arguments: keptText(run, one.arguments) })) } : {}),
    ...(data.whole === undefined ? {} : { whole: keptText(run, data.whole) }),
  }),
  gate_opened: (run, data) => ({
    ...data,
    gate: { ...data.gate, show: data.gate.show.map((one) => keptShown(run, one)) },
  }),
  gate_answered: (run, data) => ({
    ...data,
    answer: { ...data.answer, values: keptAnswers(run, data.answer.values) },
  }),
};

function keptText(run: Fresh, value: unknown): unknown {
  return keptValue(run, value, largestField);
}

function keptError<Failure extends { details?: unknown }>(run: Fresh, error: Failure): Failure {
  return error.details === undefined ? error : { ...error, details: keptValue(run, error.details) };
}

function keptShown(run: Fresh, shown: Gate['show'][number]): Gate['show'][number] {
  return shown.value === undefined ? shown : { ...shown, value: keptWhole(run, shown.value as object | string) };
}

function keptItem<Branch extends { item?: unknown }>(run: Fresh, branch: Branch): Branch {
  return 'item' in branch ? { ...branch, item: keptValue(run, branch.item, largestField) } : branch;
}

/** An answer in one's own words stays: the fold reads it. */
function keptAnswers(run: Fresh, { text, ...others }: Record<string, unknown>): Record<string, unknown> {
  return { ...keptFields(run, others), ...(text === undefined ? {} : { text }) };
}

/** A page begins with many events, and a model's work has many such calls. */
const limits: Partial<Record<EventType, number>> = { model_call: largestField };

/** Most events are small: they cost one short look. */
export function keptData<Data extends Draft['data']>(run: Fresh, type: EventType, data: Data): Data {
  const keep = keepers[type] as ((run: Fresh, data: Data) => Data) | undefined;
  return keep && isLongerThan(data, limits[type] ?? largest) ? keep(run, data) : data;
}
