// What other workflow systems and their files call the things of this language. Whoever writes one of these words by habit
// is told ours, where it fits; they are never accepted.
const words: Record<string, string> = {
  cli: 'shell bash sh script exec run program',
  gate: 'user_prompt approval approve human hitl question review ask',
  if: 'conditional condition branch',
  switch: 'decision choice match',
  end: 'ending terminal stop exit finish',
  call: 'reference subflow subworkflow workflow delegate',
  validate: 'validation_gate validation assert',
  ai: 'llm model ai_step prompt AiStep prompt-template',
  tool: 'mcp mcp_tool tool_call mcp_tool_call Click TakeScreenshot FindText FindImage FindApp TypeText PressKey Scroll ListWindows FocusWindow McpToolCall AppDebugKitOp Hover Drag LaunchApp QuitApp CdpClick CdpFill CdpNavigate',
  parallel: 'fork',
  map: 'foreach for_each each',
  loop: 'while repeat loop_id',
  wait: 'sleep delay timer',
  task: 'step job',
  do: 'actions consequences effects effect',
  on_failure: 'on_fail on_error catch',
  next: 'on_success on_complete next_node goto',
  complete: 'end stop exit finish',
  fail: 'abort error',
  retry: 'retries max_retries',
  executor: 'skill command',
  agent: 'subagent_type',
  args: 'args_template',
  arguments: 'args params',
  background: 'run_in_background',
  message: 'question prompt',
  on: 'on_response on_answer',
  inputs: 'context_schema variables parameters params',
  nodes: 'tasks steps jobs',
  start: 'start_node entry',
  state: 'initial_state',
  require: 'entry_preconditions preconditions',
  tools: 'allowed_tools',
  timeout: 'timeout_ms',
  settle: 'settle_ms',
  expect: 'expected_outcome',
  trace: 'trace_level',
  then: 'on_true',
  else: 'on_false',
  until: 'exit_condition while',
  max: 'max_iterations',
  preset: 'cli_tool',
  mode: 'cli_mode',
  rule: 'cli_rule',
  valid: 'on_valid',
  invalid: 'on_invalid',
  conditions: 'validations',
  lower: 'toLowerCase lowercase',
  upper: 'toUpperCase uppercase',
  contains: 'indexOf',
  len: 'length size count',
};

const pairs = Object.entries(words).flatMap(([own, others]) => others.split(' ').map((other) => ({ own, other })));
const ours = Map.groupBy(pairs, ({ other }) => other);

/** Our words for one of theirs, the likeliest first. */
export function nativeWords(word: string): readonly string[] {
  return (ours.get(word) ?? []).map(({ own }) => own);
}
