import Link from 'next/link';
import { paths } from '#lib/paths.ts';
import type { listAllowed, ServerView } from '#lib/runs/walls/list-servers.ts';
import { revokeStartAction } from '../../_actions/revoke-start.ts';
import { PersonMark } from '../../_components/person-mark.tsx';
import { Badge } from '../../_components/ui/badge.tsx';
import { Button } from '../../_components/ui/button.tsx';
import { Panel } from '../../_components/ui/panel.tsx';

/** Approval belongs to exactly what is started: when a value, a file or the workflow changes it, the next run asks again. */
export function Servers({ servers }: { servers: ServerView[] }) {
  return (
    <Panel heading="MCP servers" aside="approved at a gate, for exactly what is started">
      {servers.length === 0 ? (
        <p className="px-4 py-3 text-mute text-sm">No workflow names a server.</p>
      ) : (
        <ul className="divide-y divide-line-soft">
          {servers.map(({ workflow, server, command, isApproved }) => (
            <li key={`${workflow}/${server}`} className="flex items-center gap-3 px-4 py-2.5 text-sm">
              <div className="min-w-0 flex-1">
                <p>
                  <span className="font-medium">{server}</span>{' '}
                  <Link href={paths.workflow(workflow)} prefetch={false} className="text-mute text-xs hover:underline">
                    in {workflow}
                  </Link>
                </p>
                <code className="block break-words font-mono text-mute text-xs">{command}</code>
              </div>
              <Badge variant={isApproved ? 'completed' : 'neutral'}>
                {isApproved ? 'approved' : 'asked when it starts'}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

type Allowed = Awaited<ReturnType<typeof listAllowed>>;

/** Whoever revokes is asked again by the next run that needs it. */
export function AllowedStarts({ allowed }: { allowed: Allowed }) {
  if (allowed.length === 0) return null;
  return (
    <Panel heading="Allowed" aside="servers, and what commands use of this machine">
      <ul className="divide-y divide-line-soft">
        {allowed.map(({ hash, what, workflow, by, at }) => (
          <li key={hash} className="flex items-center gap-3 px-4 py-2.5 text-sm">
            <p className="min-w-0 flex-1">
              <span className="font-medium">{what}</span>{' '}
              <span className="text-mute text-xs">
                of {workflow}, allowed by <PersonMark name={by} /> on {at.slice(0, 10)}
              </span>
            </p>
            <form action={revokeStartAction}>
              <input type="hidden" name="hash" value={hash} />
              <Button type="submit" variant="danger" aria-label={`Revoke ${what} of ${workflow}`}>
                Revoke
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
