// The workflows that are measured: trivial nodes, each with about 200 bytes to keep, and a way to stop.
const text = 'x'.repeat(180);
const endless = 'defaults: { max_visits: 1000000000 }';

/** Two nodes in a circle until `steps` of them have run. */
export const circle = `
gatehouse: 1
name: Circle
inputs: { steps: { type: integer, default: 100 } }
state: { n: 0, text: "" }
${endless}
nodes:
  a:
    type: action
    do: [{ type: compute, expression: "visit * 2 - 1", store_as: n }, { type: set_state, field: text, value: a${text} }]
    conditions: [{ if: "computed.n >= inputs.steps", then: complete }]
    next: b
  b:
    type: action
    do: [{ type: compute, expression: "visit * 2", store_as: n }, { type: set_state, field: text, value: b${text} }]
    conditions: [{ if: "computed.n >= inputs.steps", then: complete }]
    next: a
`;

/** Two nodes in a circle that look for a file each time: work, though as little as there can be. */
export const looks = `
gatehouse: 1
name: Looks
inputs: { steps: { type: integer, default: 100 } }
${endless}
nodes:
  a:
    type: validate
    conditions: [{ type: file_exists, path: nothing, message: a${text} }]
    valid: fail
    invalid: b
  b:
    type: validate
    conditions: [{ type: file_exists, path: nothing, message: b${text} }]
    valid: fail
    invalid: "\${visit * 2 >= inputs.steps ? 'complete' : 'a'}"
`;

/** The same circle, which stops at a gate after every `lap` steps and never ends. */
export const laps = `
gatehouse: 1
name: Laps
inputs: { lap: { type: integer, default: 100 } }
state: { text: "" }
${endless}
nodes:
  a:
    type: action
    do: [{ type: compute, expression: "visit * 2 - 1", store_as: n }, { type: set_state, field: text, value: a${text} }]
    next: b
  b:
    type: action
    do: [{ type: compute, expression: "visit * 2", store_as: n }, { type: set_state, field: text, value: b${text} }]
    conditions: [{ if: "computed.n % inputs.lap == 0", then: rest }]
    next: a
  rest:
    type: gate
    kind: question
    message: Another lap?
    options: [{ id: on, label: Go on }]
    on: { on: a }
`;

/** A loop of three steps a round, which stops at a gate after about every `lap` steps and never ends. */
export const loopLaps = `
gatehouse: 1
name: Loop laps
inputs: { lap: { type: integer, default: 100 } }
state: { text: "" }
${endless}
nodes:
  round: { type: loop, body: work, done: complete, max: 1000000000 }
  work:
    type: action
    do: [{ type: compute, expression: "visit * 3 % inputs.lap", store_as: n }, { type: set_state, field: text, value: a${text} }]
    conditions: [{ if: "computed.n < 3", then: rest }]
    next: back
  rest:
    type: gate
    kind: question
    message: Another lap?
    options: [{ id: on, label: Go on }]
    on: { on: back }
  back: { type: end_loop, loop: round }
`;

/** Asks first; then runs one trivial node and ends. */
export const oneGate = `
gatehouse: 1
name: One gate
state: { text: "" }
nodes:
  ask:
    type: gate
    kind: question
    message: Go on?
    options: [{ id: on, label: Go on }]
    on: { on: work }
  work:
    type: action
    do: [{ type: set_state, field: text, value: ${text} }]
`;

/** A loop of so many rounds, eight events each. With a `pause` a round has one for every step and rests that long. */
export const rounds = (count: number, pause?: { steps: number; rest: string }) => `
gatehouse: 1
name: ${count} rounds
state: { text: "" }
${endless}
nodes:
  begin: { type: cli, command: [seq, "1000"] }
  again: { type: loop, body: step1, done: over, max: ${count} }
${Array.from({ length: pause?.steps ?? 1 }, (_, index) => step(index + 1)).join('\n')}
  ${pause ? `rest: { type: wait, for: ${pause.rest} }` : ''}
  back: { type: end_loop, loop: again }
  over: { type: end }
`;

const step = (number: number) =>
  `  step${number}: { type: action, do: [{ type: set_state, field: text, value: "\${loop.index}" }] }`;
