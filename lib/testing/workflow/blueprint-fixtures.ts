// For tests: files of the format, written for this project.

/** A file of the first versions: one of every kind of node, and what the specification says about each. */
export const allKinds = `name: parcel
version: 1.2.0
description: Takes a parcel in and finds a shelf for it.
entry_preconditions:
  - { type: all_of, conditions: [{ type: flag_not_set, flag: closed }], error_message: The store is closed }
initial_state:
  phase: arrive
  shelf: null
  shelves: [{ id: a, name: Left, free: 2 }, { id: b, name: Right, free: 0 }]
  flags: { closed: false, fragile: false, size: small }
  computed: { weight: 3, tried: 0 }
start_node: weigh
nodes:
  weigh:
    type: action
    description: Weigh it
    actions:
      - { type: create_checkpoint, name: arrived }
      - { type: evaluate, expression: "computed.weight > 10", set_flag: heavy }
      - { type: compute, expression: "shelves.filter(s => s.free > 0)", store_as: free_shelves }
      - { type: display_message, message: "Weighs \${computed.weight} kg, is \${flags.size}" }
    on_success: is_heavy
    on_failure: broken_scales
  is_heavy:
    type: conditional
    condition: { type: any_of, conditions: [{ type: flag_set, flag: heavy }, { type: state_equals, field: flags.size, value: large }] }
    branches:
      true: ask_help
      false: ask_shelf
  ask_help:
    type: user_prompt
    prompt:
      question: "Who carries it?"
      header: Help
      options:
        - { id: two, label: Two people, description: Together }
        - { id: nobody, label: Nobody, description: It goes back }
    on_response:
      two: { next_node: ask_shelf }
      nobody: { next_node: sent_back }
      other:
        consequence: [{ type: set_state, field: computed.helper, value: "\${user_responses.ask_help.raw.text}" }]
        next_node: ask_shelf
  ask_shelf:
    type: user_prompt
    prompt:
      question: Which shelf?
      header: Shelf
      options_from_state: shelves
      option_mapping: { id: id, label: name, description: free }
    on_response:
      selected:
        consequence: [{ type: set_state, field: shelf, value: "\${user_responses.ask_shelf.selected}" }]
        next_node: check_shelf
      other: { next_node: roll_back }
  check_shelf:
    type: validation_gate
    validations:
      - { type: state_not_null, field: shelf, error_message: No shelf }
      - { type: evaluate_expression, expression: "shelf.free > 0", error_message: "\${shelf.name} is full" }
    on_valid: read_rules
    on_invalid: count_tries
  count_tries:
    type: action
    actions:
      - { type: mutate_state, operation: increment, field: computed.tried }
      - { type: display_message, message: "\${computed.validation_errors.join(', ')}" }
    on_success: tried_enough
    on_failure: broken_scales
  tried_enough:
    type: conditional
    condition: { type: evaluate_expression, expression: "computed.tried >= 2" }
    branches: { on_true: no_room, on_false: ask_shelf }
  roll_back:
    type: action
    actions: [{ type: rollback_checkpoint, name: arrived }]
    on_success: sent_back
    on_failure: broken_scales
  read_rules:
    type: reference
    doc: docs/shelves.md
    section: Placing
    context: { shelf: "\${shelf.id}" }
    next_node: label
  label:
    type: action
    actions:
      - { type: compute, expression: "shelf.name.replace(/[^a-z]/g, '-')", store_as: slug }
      - { type: write_file, path: "labels/\${computed.slug}.txt", content: "\${shelf.name}" }
    on_success: network
    on_failure: broken_scales
  network:
    type: conditional
    condition: { type: network_available }
    branches: { true: tell, false: stored }
  tell:
    type: action
    effect: |
      Tell whoever waits for the parcel.
      SET state.phase = told
    on_success: stored
    on_failure: stored
endings:
  stored: { type: success, message: "On \${shelf.name}", summary: { shelf: "\${shelf}", phase: "\${phase}" } }
  sent_back: { type: success, message: Sent back }
  no_room: { type: error, message: No shelf is free, recovery: make-room }
  broken_scales: { type: error, message: "\${error.message}", details: Call somebody }
`;

/** A file of version 8, with composites and endings that do something. */
export const newer = `name: visit
version: 2.0.0
description: Prepares a visit.
trust_mode: gated
data_mcps: { calendar: "calendar-tools@^1" }
payload_types:
  slot@1: { day: string, hours: "integer (optional)" }
declared_effects:
  calendar: { tools: [reserve], max_call_count: 2 }
initial_state: { profile: { name: null }, visits: 0 }
start_node: prepare
default_error: broken
nodes:
  prepare:
    type: goal_seek
    goals:
      - { name: name, starting_node: ask_name }
      - { name: ready, starting_node: get_ready, success_condition: "visits >= 1" }
    max_iterations: 2
    on_complete: sure
    on_budget_exceeded: gave_up
  ask_name:
    type: user_prompt
    prompt: { question: Who comes?, header: NAME, options: [{ id: known, label: Somebody we know }] }
    on_response:
      known:
        consequences: [{ type: mutate_state, operation: set, field: profile.name, value: a friend }]
        next_node: prepare
      other:
        consequences: [{ type: mutate_state, operation: set, field: profile.name, value: "\${user_responses.ask_name.raw.text}" }]
        next_node: prepare
  get_ready:
    type: user_prompt
    prompt: { question: Is the room ready?, header: ROOM, options: [{ id: ready, label: It is }, { id: later, label: Not yet }] }
    on_response:
      ready: { consequences: [{ type: mutate_state, operation: increment, field: visits }], next_node: prepare }
      later: prepare
  sure:
    type: confirm
    prompt: "Shall \${profile.name} come?"
    store_as: confirmations.comes
    on_confirmed: { consequences: [{ type: log_entry, level: info, message: Comes }], next_node: which }
    on_declined: { next_node: not_now }
  which:
    type: gated_action
    when:
      - { condition: "profile.name == 'a friend'", next_node: reserve }
      - { condition: { all: [{ type: state_check, field: visits, operator: in, value: [1, 2] }] }, next_node: reserve }
    else: not_now
    on_unknown: broken
  reserve:
    type: action
    consequences:
      - { type: mcp_tool_call, tool: calendar.reserve, params_type: slot@1, params: { day: today }, store_as: computed.slot }
    on_success: done
  done:
    type: ending
    outcome: success
    message: "Reserved: \${computed.slot}"
    consequences: [{ type: display, content: Bye }]
  not_now: { type: ending, outcome: cancelled, behavior: { type: silent } }
  gave_up: { type: ending, outcome: failure, message: Gave up, behavior: { type: restart, target_node: prepare, max_restarts: 1 } }
  broken: { type: ending, outcome: error, message: "\${error.message}", recovery: { suggestion: Try again, retry_node: prepare } }
`;
