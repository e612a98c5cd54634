import type { Connection } from '#app/_client/follow-run.ts';
import { classNames } from '#app/_components/ui/class-names.ts';

const looks: Record<Connection, { label: string; text: string; dot: string }> = {
  connecting: { label: 'connecting', text: 'text-mute', dot: 'bg-line-strong' },
  live: { label: 'live', text: 'text-completed', dot: 'bg-completed ring-3 ring-completed-soft' },
  catching_up: { label: 'catching up', text: 'text-running', dot: 'bg-running animate-pulse' },
  reconnecting: { label: 'reconnecting', text: 'text-interrupted', dot: 'bg-interrupted animate-pulse' },
  kept: { label: 'from a bundle', text: 'text-mute', dot: 'bg-line-strong' },
  ended: { label: 'ended', text: 'text-mute', dot: 'bg-line-strong' },
};

/** Says what the page is: with the run, behind it, cut off from it, or a record of a run that is over. */
export function ConnectionBadge({ connection }: { connection: Connection }) {
  const look = looks[connection];
  return (
    <>
      <span
        role="status"
        data-connection={connection}
        className={classNames(
          'inline-flex items-center gap-1.5 whitespace-nowrap text-xs',
          connection !== 'ended' && 'noscript:hidden',
          look.text,
        )}
      >
        <span aria-hidden className={classNames('size-1.5 rounded-full', look.dot)} />
        {look.label}
      </span>
      {connection !== 'ended' && (
        <noscript>
          <span className="text-faint text-xs">not live, reload to refresh</span>
        </noscript>
      )}
    </>
  );
}
