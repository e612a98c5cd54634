// The one place where a status of a run or a node becomes a word, a colour and an icon. Never colour alone.
import {
  Circle,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CirclePause,
  CircleSlash,
  CircleX,
  Clock,
  Hourglass,
  ListX,
  LoaderCircle,
  type LucideIcon,
  Unplug,
} from 'lucide-react';
import type { ComponentProps } from 'react';
import type { NodeStatus, RunStatus } from '#lib/engine/state.ts';
import { classNames } from './ui/class-names.ts';

export type Status = RunStatus | NodeStatus;

type Look = {
  label: string;
  icon: LucideIcon;
  /** Text, icon and line in the colour of the status. */
  text: string;
  /** The soft tint behind such text. */
  soft: string;
  /** A filled bar. */
  bar: string;
};

export const statusLook: Record<Status, Look> = {
  queued: { label: 'Queued', icon: Clock, text: 'text-queued', soft: 'bg-queued-soft', bar: 'bg-queued/75' },
  pending: {
    label: 'Pending',
    icon: CircleDashed,
    text: 'text-pending',
    soft: 'bg-pending-soft',
    bar: 'bg-pending/75',
  },
  running: {
    label: 'Running',
    icon: LoaderCircle,
    text: 'text-running',
    soft: 'bg-running-soft',
    bar: 'text-running stripes animate-stripe',
  },
  waiting: {
    label: 'Waiting',
    icon: Hourglass,
    text: 'text-waiting',
    soft: 'bg-waiting-soft',
    bar: 'text-waiting bg-waiting-soft hatch border border-waiting/50',
  },
  paused: { label: 'Paused', icon: CirclePause, text: 'text-paused', soft: 'bg-paused-soft', bar: 'bg-paused/75' },
  completed: {
    label: 'Completed',
    icon: CircleCheck,
    text: 'text-completed',
    soft: 'bg-completed-soft',
    bar: 'bg-completed/75',
  },
  failed: { label: 'Failed', icon: CircleX, text: 'text-failed', soft: 'bg-failed-soft', bar: 'bg-failed/75' },
  cancelled: {
    label: 'Cancelled',
    icon: CircleSlash,
    text: 'text-cancelled',
    soft: 'bg-cancelled-soft',
    bar: 'bg-cancelled/75',
  },
  skipped: {
    label: 'Skipped',
    icon: CircleMinus,
    text: 'text-skipped',
    soft: 'bg-skipped-soft border border-dashed border-line-strong',
    bar: 'border border-dashed border-line-strong/75',
  },
  interrupted: {
    label: 'Interrupted',
    icon: Unplug,
    text: 'text-interrupted',
    soft: 'bg-interrupted-soft',
    bar: 'bg-interrupted/75',
  },
};

const unknownLook: Look = { label: 'Unknown', icon: Circle, text: 'text-mute', soft: 'bg-hover', bar: 'bg-faint/75' };

/** A newer server may send a status this page does not know yet. */
export function lookOf(status: Status): Look {
  return statusLook[status] ?? unknownLook;
}

export function StatusIcon({ status, className, ...props }: ComponentProps<'svg'> & { status: Status }) {
  const look = lookOf(status);
  const Icon = look.icon;
  return (
    <Icon
      aria-hidden
      className={classNames('size-3.5 shrink-0', look.text, status === 'running' && 'animate-spin', className)}
      {...props}
    />
  );
}

/** The run did all its work, and yet something that must hold does not. */
const checksFailedLook: Look = {
  label: 'Completed, checks failed',
  icon: ListX,
  text: 'text-failed',
  soft: 'bg-failed-soft',
  bar: 'bg-failed/75',
};

type PillProps = ComponentProps<'span'> & { status: Status; hasFailedChecks?: boolean };

export function StatusPill({ status, hasFailedChecks = false, className, children, ...props }: PillProps) {
  const look = hasFailedChecks ? checksFailedLook : lookOf(status);
  const Icon = look.icon;
  return (
    <span
      data-status={status}
      className={classNames(
        'inline-flex min-h-[22px] items-center gap-1.5 pr-2.5 pl-2 font-semibold text-xs',
        hasFailedChecks ? 'whitespace-normal rounded-xl' : 'whitespace-nowrap rounded-full',
        look.text,
        look.soft,
        className,
      )}
      {...props}
    >
      <Icon aria-hidden className={classNames('size-3.5 shrink-0', status === 'running' && 'animate-spin')} />
      {look.label}
      {children}
    </span>
  );
}
