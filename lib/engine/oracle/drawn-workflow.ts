// A drawn workflow as the generator and the model know it, and how it is written as a file. The model never sees the file,
// the engine never sees this.

/** A question about the run's data, answerable by the engine as an expression and by the model as data. */
export type Test =
  | { kind: 'value'; node: string; over: number }
  | { kind: 'item'; name: string; over: number }
  | { kind: 'round'; from: number }
  | { kind: 'visit'; over: number }
  | { kind: 'flag'; name: string }
  | { kind: 'odd' }
  | { kind: 'missing' };

export type DrawnGate = {
  when: 'self' | 'before' | 'after';
  kind: 'approval' | 'question' | 'info' | 'form' | 'none';
  on: Record<string, string>;
  /** An information that waits for a person. */
  waits: boolean;
  /** Nobody may answer in time: then this option, or null for a failure. */
  expires: { then: string | null } | null;
};

export type DrawnEffect =
  | { kind: 'add'; by: number }
  | { kind: 'log'; word: string }
  | { kind: 'flag'; name: string; value: boolean }
  | { kind: 'set'; path: string; value: number }
  | { kind: 'break' }
  | { kind: 'rollback'; checkpoint: string };

export type Kind =
  | { type: 'cli'; isSteady: boolean }
  /** Works in the background. */
  | { type: 'agent' }
  | { type: 'action'; drawnEffects: DrawnEffect[] }
  | { type: 'if'; test: Test; then: string; else: string | null }
  | { type: 'switch'; cases: { test: Test; then: string }[]; default: string | null }
  | { type: 'validate'; tests: Test[]; valid: string; invalid: string }
  | { type: 'loop'; body: string; done: string; until: Test | null; max: number }
  | { type: 'end_loop'; loop: string }
  | { type: 'parallel'; branches: Record<string, string>; join: 'all' | 'any' | 'majority'; limit: number | null }
  | { type: 'map'; items: number[]; as: string; body: string; limit: number | null }
  | { type: 'group'; members: string[] }
  | { type: 'wait'; minutes: number }
  | { type: 'signal'; name: string; isLate: boolean }
  | { type: 'gate'; gate: DrawnGate }
  | { type: 'checkpoint'; asks: boolean }
  | { type: 'end'; outcome: 'success' | 'failure' | 'error' | 'cancelled' | 'indeterminate' };

export type Step = Kind & {
  id: string;
  /** On a branch; and on several branches at once. */
  isInSplit: boolean;
  isShared: boolean;
  isEnabled: boolean;
  gates: DrawnGate[];
  attempts: number;
  onFailure: string;
  next: string | null;
  conditions: { test: Test; then: string }[];
  maxVisits: number;
  saves: boolean;
  /** What its value must be over, and whether that only warns. */
  checks: { over: number; onFail: 'fail' | 'warn' }[];
  isIdempotent: boolean;
  group: string | null;
};

/** Steps in their written order. A group stands before its members and is not written itself. */
export type DrawnWorkflow = { seed: number; steps: Step[] };

export const initialData = {
  computed: { total: 0, log: [] as string[] },
  flags: { red: false, blue: true } as Record<string, boolean>,
  custom: { phase: 0 },
};

function expression(test: Test): string {
  switch (test.kind) {
    case 'value':
      return `(${test.node}.value ?? 0) > ${test.over}`;
    case 'item':
      return `${test.name} > ${test.over}`;
    case 'round':
      return `(loop.index ?? -1) >= ${test.from}`;
    case 'visit':
      return `visit > ${test.over}`;
    case 'flag':
      return `flags.${test.name}`;
    case 'odd':
      return 'computed.total % 2 == 1';
    case 'missing':
      return 'computed.nothing > 1';
  }
}

const checkOf = ({ over, onFail }: Step['checks'][number]) => {
  return { type: 'expression', if: `result.value > ${over}`, on_fail: onFail };
};

const answers: Record<DrawnGate['kind'], string[]> = {
  approval: ['yes', 'no'],
  question: ['left', 'right'],
  info: ['continue'],
  form: ['submit'],
  none: [],
};

export function optionsOf(kind: DrawnGate['kind']): string[] {
  return answers[kind];
}

/** A step with nothing but its own fields, visited as often as it likes. */
export function plainStep(ground: Pick<Step, 'isInSplit' | 'isShared'>, id: string, kind: Kind): Step {
  return {
    ...kind,
    id,
    isInSplit: ground.isInSplit,
    isShared: ground.isShared,
    isEnabled: true,
    gates: [],
    attempts: 1,
    onFailure: 'ask',
    next: null,
    conditions: [],
    maxVisits: 1000,
    saves: false,
    checks: [],
    isIdempotent: false,
    group: null,
  };
}

function gateFields({ when, kind, on, waits, expires }: DrawnGate): Record<string, unknown> {
  return {
    ...(when === 'self' ? {} : { when }),
    kind,
    ...(kind === 'question' ? { options: answers.question.map((id) => ({ id })) } : {}),
    ...(kind === 'form' ? { form: { note: { type: 'text' } } } : {}),
    ...(Object.keys(on).length > 0 ? { on } : {}),
    ...(waits ? { auto_continue: false } : {}),
    ...(expires ? { expires: { after: '1h', ...(expires.then === null ? {} : { then: expires.then }) } } : {}),
  };
}

function effect(drawn: DrawnEffect): Record<string, unknown> {
  switch (drawn.kind) {
    case 'add':
      return { type: 'mutate_state', operation: 'increment', field: 'computed.total', value: drawn.by };
    case 'log':
      return { type: 'append_state', field: 'computed.log', value: drawn.word };
    case 'flag':
      return { type: 'set_flag', flag: drawn.name, value: drawn.value };
    case 'set':
      return { type: 'set_state', field: drawn.path, value: drawn.value };
    case 'break':
      return { type: 'compute', expression: 'computed.nothing', store_as: 'broken' };
    case 'rollback':
      return { type: 'rollback_checkpoint', name: drawn.checkpoint };
  }
}

const way = ({ test, then }: { test: Test; then: string }) => ({ if: expression(test), then });
const namedWay = (one: { test: Test; then: string }, index: number) => ({ ...way(one), name: `case ${index}` });
const orNothing = (name: string, value: unknown) => (value === null ? {} : { [name]: value });

function ownFields(step: Step): Record<string, unknown> {
  switch (step.type) {
    case 'cli':
      return { type: 'cli', command: ['work', "${prev?.node ?? 'none'}"] };
    // What it would read of others when it is tried again is chance.
    case 'agent':
      return { type: 'agent', agent: 'codex', prompt: 'beside', background: true, tools: ['write_file'] };
    case 'action':
      return { type: 'action', do: step.drawnEffects.map(effect) };
    case 'if':
      return { type: 'if', condition: expression(step.test), then: step.then, ...orNothing('else', step.else) };
    case 'switch':
      return { type: 'switch', cases: step.cases.map(namedWay), ...orNothing('default', step.default) };
    case 'validate': {
      const conditions = step.tests.map((test, index) => ({ if: expression(test), message: `no ${index}` }));
      return { type: 'validate', conditions, valid: step.valid, invalid: step.invalid };
    }
    case 'loop': {
      const { body, done, max, until } = step;
      return { type: 'loop', body, done, max, ...(until ? { until: expression(until) } : {}) };
    }
    case 'end_loop':
      return { type: 'end_loop', loop: step.loop };
    case 'parallel':
      return { type: 'parallel', branches: step.branches, join: step.join, ...orNothing('limit', step.limit) };
    case 'map':
      return { type: 'map', items: step.items, as: step.as, body: step.body, ...orNothing('limit', step.limit) };
    case 'wait':
      return { type: 'wait', for: `${step.minutes}m` };
    case 'signal':
      return { type: 'wait', signal: step.name, ...(step.isLate ? { timeout: '1h' } : {}) };
    case 'gate':
      return { type: 'gate', ...gateFields(step.gate) };
    case 'checkpoint':
      return { type: 'checkpoint', auto_continue: !step.asks };
    case 'end':
      return { type: 'end', outcome: step.outcome };
    case 'group':
      return {};
  }
}

function written(step: Step): Record<string, unknown> {
  return {
    ...ownFields(step),
    ...(step.isEnabled ? {} : { enabled: false }),
    ...(step.gates.length > 0 ? { gate: step.gates.map(gateFields) } : {}),
    ...(step.attempts > 1 ? { retry: { attempts: step.attempts } } : {}),
    ...(step.onFailure === 'ask' ? {} : { on_failure: step.onFailure }),
    ...orNothing('next', step.next),
    ...(step.conditions.length > 0 ? { conditions: step.conditions.map(way) } : {}),
    max_visits: step.maxVisits,
    ...(step.saves ? { save: { [`kept_${step.id}`]: '${result.value}' } } : {}),
    ...(step.checks.length > 0 ? { checks: step.checks.map(checkOf) } : {}),
    ...(step.isIdempotent ? { idempotent: true } : {}),
    ...orNothing('parallel_group', step.group),
  };
}

/** JSON is YAML. */
export function fileOf({ steps }: DrawnWorkflow): string {
  const { computed, flags, custom } = initialData;
  const nodes = steps
    .filter(({ type }) => type !== 'group')
    .map((step) => `  ${step.id}: ${JSON.stringify(written(step))}`);
  const state = JSON.stringify({ computed, flags, ...custom });
  return `gatehouse: 1\nname: Drawn\nstate: ${state}\nnodes:\n${nodes.join('\n')}\n`;
}
