// One line for one event, for people who read the trace: what is said of each type of event.
import { shortDuration } from '#app/_components/time-words.ts';
import type { EventOf, EventType, RunEvent } from '#lib/engine/events.ts';
import { tokenWords } from '#lib/engine/view/timeline-calls.ts';
import { costWords } from '../cost-words.ts';
import type { Naming } from '../naming.ts';
import { positionWords } from '../position-words.ts';

type Words<Type extends EventType> = (event: EventOf<Type>, naming: Naming) => string;

const brief = (value: unknown, length = 160) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === undefined ? '' : text.length > length ? `${text.slice(0, length)}…` : text;
};

const words: { [Type in EventType]: Words<Type> } = {
  run_created: ({ data: { started_by, forked } }) =>
    forked ? `Forked by ${started_by} from run ${forked.run} at event ${forked.seq}` : `Created by ${started_by}`,
  run_started: () => 'Started',
  node_started: startedWords,
  slot_taken: () => 'Begins: it was its turn',
  node_suspended: ({ data }) => suspensions[data.reason],
  background_awaited: ({ data }, naming) => `Waits for ${naming.node(data.for)}, which still works in the background`,
  node_completed: ({ data }, naming) => (data.to ? `Completed → ${naming.node(data.to)}` : 'Completed'),
  node_failed: ({ data }) => `Failed: ${data.error.message}`,
  node_skipped: ({ data }) => `Skipped (${data.reason})`,
  node_interrupted: ({ data }) => `Interrupted: ${data.reason}`,
  retry: ({ data }) => `Attempt ${data.next_attempt - 1} failed, another follows: ${data.error.message}`,
  tool_call: ({ data }) => `Calls ${data.server}.${data.tool} ${brief(data.arguments)}`,
  tool_result: ({ data: { server, tool, is_error, ms, text } }) =>
    `${server}.${tool} ${is_error ? 'failed' : 'answered'} after ${shortDuration(ms)}: ${brief(text)}`,
  model_call: modelWords,
  vision_summary: ({ data }) => `Sees: ${brief(data.text)}`,
  target_resolved: ({ data }) => `“${data.target}” becomes ${data.tool} ${brief(data.arguments)}`,
  app_resolved: ({ data }) => `The app ${data.app} becomes ${brief(data.arguments)}`,
  element_resolved: ({ data }) => `“${data.target}” is ${data.element}`,
  check_evaluated: ({ data: { name, verdict, reason } }) =>
    `Check “${name}” ${verdicts[verdict]}${reason ? `: ${brief(reason)}` : ''}`,
  checks_completed: ({ data }) => checksWords(data),
  budget_warned: ({ data }) => budgetWords(data),
  branch_evaluated: ({ data: { condition, result, to } }, naming) =>
    `${condition} is ${result}${to ? ` → ${naming.node(to)}` : ''}`,
  loop_iteration: ({ data }) => `Round ${data.iteration} of at most ${data.max}`,
  loop_exited: ({ data }) => `Left the loop after ${data.iterations} rounds (${data.reason})`,
  branch_ended: ({ data }) => `Branch ${data.key} ${data.cancelled ? 'was cut off' : 'ended'}`,
  signal_received: ({ data }) => `Signal ${data.name} from ${data.by}`,
  variable_set: ({ data }) =>
    data.changes
      .map(({ op, path, value }) => `${op} ${path} ${op === 'clear' ? '' : brief(value, 60)}`.trim())
      .join(', '),
  output: ({ data }) => data.text.trimEnd(),
  progress: ({ data: { ratio, message } }) =>
    [ratio !== null && `${Math.round(ratio * 100)} %`, message].filter(Boolean).join(' '),
  artifact_saved: ({ data }) => `Saved ${data.name} (${data.type}, ${data.size} bytes)`,
  gate_opened: ({ data }) => `Asks: ${data.gate.message.trim().split('\n', 1)[0]}`,
  gate_answered: ({ data: { gate, answer } }, naming) =>
    `${answer.by} answered “${naming.option(gate, answer.option)}”${answer.comment ? `: ${answer.comment}` : ''}`,
  gate_voted: ({ data: { gate, answer } }, naming) => `${answer.by} voted “${naming.option(gate, answer.option)}”`,
  gate_claimed: ({ data: { by, person, holder } }) =>
    holder === null
      ? `${by} lets others look after the question`
      : holder.person === person
        ? `${by} looks after the question`
        : `${by} handed the question over to ${holder.name}`,
  gate_escalated: ({ data }) => `Nobody answered in time: ${data.to.join(', ')} asked too`,
  gate_reminded: () => 'A reminder went out',
  gate_expired: ({ data: { gate, then } }, naming) =>
    `The question expired${then ? `, so the answer is “${naming.option(gate, then)}”` : ''}`,
  checkpoint_created: ({ data }) => `Checkpoint ${data.label}`,
  rolled_back: ({ data: { back, checkpoint } }) =>
    back ? `${back.by} rolled back to checkpoint ${checkpoint}` : `The data went back to checkpoint ${checkpoint}`,
  run_restarted: ({ data: { by, node, moved } }, naming) =>
    `${by} ${moved ? `moved the run to version ${moved.version} of its file, to` : 'restarted from'} ${naming.node(node)}`,
  warning: ({ data }) => data.message,
  run_paused: ({ data }) => `Paused by ${data.by}`,
  run_resumed: ({ data }) => `Resumed by ${data.by}`,
  run_completed: ({ data }) => data.message ?? `Completed with ${data.outcome}`,
  run_failed: ({ data }) => `Failed: ${data.message}`,
  run_cancelled: ({ data }) => `Cancelled by ${data.by}`,
};

/** A newer server may send an event that this page does not know yet. */
export function eventWords(event: RunEvent, naming: Naming): string {
  const say = words[event.type] as Words<EventType> | undefined;
  return say ? say(event, naming) : brief(event.data);
}

const suspensions = {
  question: 'Waits for an answer to its question',
  tool: 'Stopped until a person allows a tool call',
  server: 'Stopped until a person allows its server',
  callback: 'Stopped until its command reports back',
  budget: 'Stopped until there is a new budget',
};

const verdicts = { pass: 'passed', fail: 'failed', unknown: 'could not be decided' };

const purposes = {
  step: '',
  vision: ' to look at a picture',
  judge: ' to judge a check',
  resolve: ' to find a target',
};

function modelWords({ data }: EventOf<'model_call'>): string {
  const { model, purpose, input_tokens: input, output_tokens: output, cost, ms, text } = data;
  const spent = [tokenWords({ input, output }), shortDuration(ms), cost !== null && costWords(cost)].filter(Boolean);
  return `${model} was asked${purposes[purpose]}, ${spent.join(', ')}${text ? `: ${brief(text)}` : ''}`;
}

function checksWords({ passed, failed, warned }: EventOf<'checks_completed'>['data']): string {
  const parts = [`${passed} passed`, failed > 0 && `${failed} failed`, warned > 0 && `${warned} warned`];
  return `Checks: ${parts.filter(Boolean).join(', ')}`;
}

function budgetWords({ what, used, limit }: EventOf<'budget_warned'>['data']): string {
  const amount = (value: number) =>
    what === 'cost' ? costWords(value) : what === 'time' ? shortDuration(value) : value.toLocaleString('en');
  const words = { tokens: 'tokens', cost: 'money', tool_calls: 'tool calls', time: 'time' };
  return `${Math.round((used / limit) * 100)} % of the ${words[what]} is used: ${amount(used)} of ${amount(limit)}`;
}

function startedWords({ attempt, data }: EventOf<'node_started'>, naming: Naming): string {
  const { position, fork, wait, continues, background, in_line } = data;
  const which = attempt && attempt > 1 ? `Attempt ${attempt}` : '';
  const words = [continues ? `${which} goes on` : `${which} started`];
  if (position) words.push(`in ${positionWords(position, naming.node)}`);
  if (background) words.push('in the background');
  if (continues?.reason === 'tool')
    words.push(`: ${continues.by} ${continues.allowed ? 'allowed' : 'denied'} the call`);
  if (fork) words.push(`with ${fork.branches.length} branches`);
  if (in_line) words.push('and waits for a slot');
  if (wait?.call) words.push(`and runs ${wait.call.workflow}`);
  else if (wait?.signal) words.push(`and waits for the signal ${wait.signal}`);
  else if (wait?.until) words.push(`and waits until ${wait.until}`);
  const text = words.join(' ').replace(' :', ':').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
