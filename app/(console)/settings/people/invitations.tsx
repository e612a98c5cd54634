import type { InvitationView } from '#lib/people/accounts/invitations.ts';
import { revokeInvitationAction } from '../../../_actions/people.ts';
import { PersonMark } from '../../../_components/person-mark.tsx';
import { RelativeTime } from '../../../_components/time.tsx';
import { Button } from '../../../_components/ui/button.tsx';
import { Panel } from '../../../_components/ui/panel.tsx';

export function Invitations({ invitations }: { invitations: InvitationView[] }) {
  if (invitations.length === 0) return null;
  return (
    <Panel heading="Invitations that nobody has used yet">
      <ul className="divide-y divide-line-soft">
        {invitations.map(({ id, name, role, created_by, expires_at }) => (
          <li key={id} className="flex items-center gap-3 px-4 py-2.5 text-sm">
            <p className="min-w-0 flex-1">
              <PersonMark name={name} />{' '}
              <span className="text-mute text-xs">
                as {role}, by <PersonMark name={created_by} />, until <RelativeTime at={expires_at} />
              </span>
            </p>
            <form action={revokeInvitationAction}>
              <input type="hidden" name="invitation" value={id} />
              <Button type="submit" size="sm" variant="danger" aria-label={`Take back the invitation of ${name}`}>
                Take back
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
