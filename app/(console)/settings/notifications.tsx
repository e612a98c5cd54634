import Link from 'next/link';
import type { Console } from '#lib/console/console.ts';
import { paths } from '#lib/paths.ts';
import { type DeliveryView, readNotifications } from '#lib/runs/notify/read-notifications.ts';
import { shortId } from '../../_components/short-id.ts';
import { RelativeTime } from '../../_components/time.tsx';
import { Badge } from '../../_components/ui/badge.tsx';
import { Panel } from '../../_components/ui/panel.tsx';
import { Fact } from './fact.tsx';

/** Who is told about gates and failures, and what became of the last messages. Changed only in the environment. */
export async function Notifications({ house }: { house: Console }) {
  const told = await readNotifications(house);
  return (
    <Panel heading="Notifications" aside="opened, reminded and expired gates, failed runs">
      <dl className="divide-y divide-line-soft">
        <Fact name="Webhooks" variable="GATEHOUSE_WEBHOOK_URL">
          {told?.webhooks.join(', ') || 'none'}
        </Fact>
        <Fact name="Mail server" variable="GATEHOUSE_SMTP_URL">
          {told?.mail?.server ?? 'none: no mail is sent'}
        </Fact>
        {told?.mail && (
          <>
            <Fact name="Mail from" variable="GATEHOUSE_MAIL_FROM">
              {told.mail.from}
            </Fact>
            <Fact name="Mail to" variable="GATEHOUSE_MAIL_TO">
              {[...told.mail.to, 'assignees that are addresses'].join(', ')}
            </Fact>
          </>
        )}
      </dl>
      {told && <Deliveries deliveries={told.deliveries} />}
    </Panel>
  );
}

const looks = { pending: 'waiting', sent: 'completed', failed: 'failed' } as const;

function Deliveries({ deliveries }: { deliveries: DeliveryView[] }) {
  if (deliveries.length === 0) {
    return <p className="border-line border-t px-4 py-3 text-mute text-sm">Nothing has been sent yet.</p>;
  }
  return (
    <ul aria-label="Last messages" className="divide-y divide-line-soft border-line border-t">
      {deliveries.map(({ id, run, event, recipient, status, attempts, createdAt, lastError }) => (
        <li key={id} className="flex items-center gap-3 px-4 py-2.5 text-sm">
          <div className="min-w-0 flex-1">
            <p className="break-all">
              {recipient} <span className="text-mute text-xs">about {event.replace('_', ' ')} in </span>
              <Link href={paths.run(run)} prefetch={false} className="font-mono text-xs hover:underline">
                {shortId(run)}
              </Link>
            </p>
            <p className="break-words text-mute text-xs">
              <RelativeTime at={createdAt} />
              {attempts > 1 && `, ${attempts} tries`}
              {lastError !== null && `: ${lastError}`}
            </p>
          </div>
          <Badge variant={looks[status]}>{status}</Badge>
        </li>
      ))}
    </ul>
  );
}
