// One line for one event, for people who read the trace.
import { shortDuration } from '#app/_components/time-words.ts';
import type { EventOf, EventType, RunEvent } from '#lib/engine/events.ts';
import { costWords } from '../cost-words.ts';
import type { Naming } from '../naming.ts';
import { positionWords } from '../position-words.ts';
import { tokenWords } from '../timeline/timeline-calls.ts';

const brief = (value: unknown, length = 160) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === undefined ? '' : text.length > length ? `${text.slice(0, length)}…` : text;
};

export function eventWords(event: RunEvent, naming: Naming): string {
  switch (event.type) {
    case 'run_created':
      return event.data.forked
        ? `Forked by ${event.data.started_by} from run ${event.data.forked.run} at event ${event.data.forked.seq}`
        : `Created by ${event.data.started_by}`;
    case 'run_started':
      return 'Started';
    case 'node_started':
      return startedWords(event, naming);
    case 'node_suspended':
      return suspensions[event.data.reason];
    case 'background_awaited':
      return `Waits for ${naming.node(event.data.for)}, which still works in the background`;
    case 'node_completed':
      return event.data.to ? `Completed → ${naming.node(event.data.to)}` : 'Completed';
    case 'node_failed':
      return `Failed: ${event.data.error.message}`;
    case 'node_skipped':
      return `Skipped (${event.data.reason})`;
    case 'node_interrupted':
      return `Interrupted: ${event.data.reason}`;
    case 'retry':
      return `Attempt ${event.data.next_attempt - 1} failed, another follows: ${event.data.error.message}`;
    case 'tool_call':
      return `Calls ${event.data.server}.${event.data.tool} ${brief(event.data.arguments)}`;
    case 'tool_result':
      return `${event.data.server}.${event.data.tool} ${event.data.is_error ? 'failed' : 'answered'} after ${shortDuration(event.data.ms)}: ${brief(event.data.text)}`;
    case 'model_call':
      return modelWords(event);
    case 'vision_summary':
      return `Sees: ${brief(event.data.text)}`;
    case 'target_resolved':
      return `“${event.data.target}” becomes ${event.data.tool} ${brief(event.data.arguments)}`;
    case 'app_resolved':
      return `The app ${event.data.app} becomes ${brief(event.data.arguments)}`;
    case 'element_resolved':
      return `“${event.data.target}” is ${event.data.element}`;
    case 'check_evaluated':
      return `Check “${event.data.name}” ${verdicts[event.data.verdict]}${event.data.reason ? `: ${brief(event.data.reason)}` : ''}`;
    case 'checks_completed':
      return checksWords(event.data);
    case 'budget_warned':
      return budgetWords(event.data);
    case 'branch_evaluated':
      return `${event.data.condition} is ${event.data.result}${event.data.to ? ` → ${naming.node(event.data.to)}` : ''}`;
    case 'loop_iteration':
      return `Round ${event.data.iteration} of at most ${event.data.max}`;
    case 'loop_exited':
      return `Left the loop after ${event.data.iterations} rounds (${event.data.reason})`;
    case 'branch_ended':
      return `Branch ${event.data.key} ${event.data.cancelled ? 'was cut off' : 'ended'}`;
    case 'signal_received':
      return `Signal ${event.data.name} from ${event.data.by}`;
    case 'variable_set':
      return event.data.changes
        .map(({ op, path, value }) => `${op} ${path} ${op === 'clear' ? '' : brief(value, 60)}`.trim())
        .join(', ');
    case 'output':
      return event.data.text.trimEnd();
    case 'progress':
      return [event.data.ratio !== null && `${Math.round(event.data.ratio * 100)} %`, event.data.message]
        .filter(Boolean)
        .join(' ');
    case 'artifact_saved':
      return `Saved ${event.data.name} (${event.data.type}, ${event.data.size} bytes)`;
    case 'gate_opened':
      return `Asks: ${event.data.gate.message.trim().split('\n', 1)[0]}`;
    case 'gate_answered':
      return `${event.data.answer.by} answered “${naming.option(event.data.gate, event.data.answer.option)}”${event.data.answer.comment ? `: ${event.data.answer.comment}` : ''}`;
    case 'gate_voted':
      return `${event.data.answer.by} voted “${naming.option(event.data.gate, event.data.answer.option)}”`;
    case 'gate_reminded':
      return 'A reminder went out';
    case 'gate_expired':
      return `The question expired${event.data.then ? `, so the answer is “${naming.option(event.data.gate, event.data.then)}”` : ''}`;
    case 'checkpoint_created':
      return `Checkpoint ${event.data.label}`;
    case 'rolled_back':
      return event.data.back
        ? `${event.data.back.by} rolled back to checkpoint ${event.data.checkpoint}`
        : `The data went back to checkpoint ${event.data.checkpoint}`;
    case 'run_restarted':
      return `${event.data.by} restarted from ${naming.node(event.data.node)}`;
    case 'warning':
      return event.data.message;
    case 'run_paused':
      return `Paused by ${event.data.by}`;
    case 'run_resumed':
      return `Resumed by ${event.data.by}`;
    case 'run_completed':
      return event.data.message ?? `Completed with ${event.data.outcome}`;
    case 'run_failed':
      return `Failed: ${event.data.message}`;
    case 'run_cancelled':
      return `Cancelled by ${event.data.by}`;
    default:
      return unknownWords(event);
  }
}

/** A newer server may send an event that this page does not know yet. */
function unknownWords(event: never): string {
  return brief((event as { data?: unknown }).data);
}

const suspensions = {
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
  const { position, fork, wait, continues, background } = data;
  const which = attempt && attempt > 1 ? `Attempt ${attempt}` : '';
  const words = [continues ? `${which} goes on` : `${which} started`];
  if (position) words.push(`in ${positionWords(position, naming.node)}`);
  if (background) words.push('in the background');
  if (continues?.reason === 'tool')
    words.push(`: ${continues.by} ${continues.allowed ? 'allowed' : 'denied'} the call`);
  if (fork) words.push(`with ${fork.branches.length} branches`);
  if (wait?.call) words.push(`and runs ${wait.call.workflow}`);
  else if (wait?.signal) words.push(`and waits for the signal ${wait.signal}`);
  else if (wait?.until) words.push(`and waits until ${wait.until}`);
  const text = words.join(' ').replace(' :', ':').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const tones: Partial<Record<EventType, string>> = {
  node_completed: 'text-completed',
  run_completed: 'text-completed',
  node_failed: 'text-failed',
  run_failed: 'text-failed',
  retry: 'text-failed',
  node_started: 'text-running',
  run_started: 'text-running',
  gate_opened: 'text-waiting',
  node_suspended: 'text-waiting',
  background_awaited: 'text-waiting',
  node_interrupted: 'text-interrupted',
  warning: 'text-interrupted',
  budget_warned: 'text-interrupted',
  run_paused: 'text-paused',
};

export function eventTone(event: RunEvent): string {
  return isError(event) ? 'text-failed' : (tones[event.type] ?? 'text-faint');
}

export function isError(event: RunEvent): boolean {
  if (event.type === 'tool_result') return event.data.is_error;
  if (event.type === 'check_evaluated') return event.data.on_fail === 'fail' && event.data.verdict !== 'pass';
  return (
    event.type === 'node_failed' ||
    event.type === 'run_failed' ||
    event.type === 'retry' ||
    event.type === 'node_interrupted'
  );
}
