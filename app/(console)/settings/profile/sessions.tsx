import { visibleText } from '#lib/html/visible-text.ts';
import type { SessionView } from '#lib/people/accounts/account-sessions.ts';
import { endSessionAction } from '../../../_actions/people.ts';
import { agentWords } from '../../../_components/agent-words.ts';
import { RelativeTime } from '../../../_components/time.tsx';
import { Badge } from '../../../_components/ui/badge.tsx';
import { Button } from '../../../_components/ui/button.tsx';
import { Panel } from '../../../_components/ui/panel.tsx';

const ways: Record<SessionView['way_in'], string> = {
  link: 'by a sign-in link',
  token: 'by the API token',
  invitation: 'by an invitation',
  passkey: 'by a passkey',
  mail: 'by a link in a mail',
  openid: 'by OpenID Connect',
};

export function Sessions({ sessions }: { sessions: SessionView[] }) {
  return (
    <Panel
      heading="Where you are signed in"
      aside={
        sessions.length > 1 && (
          <form action={endSessionAction}>
            <Button type="submit" size="sm" variant="danger">
              End all others
            </Button>
          </form>
        )
      }
    >
      <ul className="divide-y divide-line-soft">
        {sessions.map(({ id, way_in, address, agent, created_at, last_seen_at, current }) => (
          <li key={id} className="flex items-center gap-3 px-4 py-2.5 text-sm">
            <div className="min-w-0 flex-1">
              <p>
                Signed in <RelativeTime at={created_at} />, {ways[way_in]}
                {address && `, from ${address}`} {current && <Badge variant="completed">this one</Badge>}
              </p>
              <p title={agent ? visibleText(agent) : undefined} className="truncate text-mute text-xs">
                last used <RelativeTime at={last_seen_at} />
                {agent && ` · ${agentWords(visibleText(agent))}`}
              </p>
            </div>
            {!current && (
              <form action={endSessionAction}>
                <input type="hidden" name="session" value={id} />
                <Button type="submit" size="sm" aria-label={`End the session from ${address ?? 'an unknown address'}`}>
                  End
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
