// One line for one event, for people who read the trace.
import { shortDuration } from '#app/_components/time-words.ts';
import type { EventOf, EventType, RunEvent } from '#lib/engine/events.ts';
import { positionWords } from './position-words.ts';

const brief = (value: unknown, length = 160) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === undefined ? '' : text.length > length ? `${text.slice(0, length)}…` : text;
};

export function eventWords(event: RunEvent): string {
  switch (event.type) {
    case 'run_created':
      return event.data.forked
        ? `Forked by ${event.data.started_by} from run ${event.data.forked.run} at event ${event.data.forked.seq}`
        : `Created by ${event.data.started_by}`;
    case 'run_started':
      return 'Started';
    case 'node_started':
      return startedWords(event);
    case 'node_completed':
      return event.data.to ? `Completed → ${event.data.to}` : 'Completed';
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
    case 'branch_evaluated':
      return `${event.data.condition} is ${event.data.result}${event.data.to ? ` → ${event.data.to}` : ''}`;
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
      return `${event.data.answer.by} answered ${event.data.answer.option}${event.data.answer.comment ? `: ${event.data.answer.comment}` : ''}`;
    case 'gate_voted':
      return `${event.data.answer.by} voted ${event.data.answer.option}`;
    case 'gate_reminded':
      return 'A reminder went out';
    case 'gate_expired':
      return `The question expired${event.data.then ? `, so ${event.data.then}` : ''}`;
    case 'checkpoint_created':
      return `Checkpoint ${event.data.label}`;
    case 'rolled_back':
      return event.data.back
        ? `${event.data.back.by} rolled back to checkpoint ${event.data.checkpoint}`
        : `The data went back to checkpoint ${event.data.checkpoint}`;
    case 'run_restarted':
      return `${event.data.by} restarted from ${event.data.node}`;
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
  }
}

function startedWords({ attempt, data: { position, fork, wait } }: EventOf<'node_started'>): string {
  const words = [attempt && attempt > 1 ? `Attempt ${attempt} started` : 'Started'];
  if (position) words.push(`in ${positionWords(position)}`);
  if (fork) words.push(`with ${fork.branches.length} branches`);
  if (wait?.call) words.push(`and runs ${wait.call.workflow}`);
  else if (wait?.signal) words.push(`and waits for the signal ${wait.signal}`);
  else if (wait?.until) words.push(`and waits until ${wait.until}`);
  return words.join(' ');
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
  node_interrupted: 'text-interrupted',
  warning: 'text-interrupted',
  run_paused: 'text-paused',
};

export function eventTone(event: RunEvent): string {
  return isError(event) ? 'text-failed' : (tones[event.type] ?? 'text-faint');
}

export function isError(event: RunEvent): boolean {
  if (event.type === 'tool_result') return event.data.is_error;
  return (
    event.type === 'node_failed' ||
    event.type === 'run_failed' ||
    event.type === 'retry' ||
    event.type === 'node_interrupted'
  );
}
