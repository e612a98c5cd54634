import { PersonMark } from '#app/_components/person-mark.tsx';
import { RelativeTime, useTicking } from '#app/_components/time.tsx';
import { Button } from '#app/_components/ui/button.tsx';
import type { GateLinkView } from './gate-links.ts';

export function ShareLinkRow({
  link,
  isBusy,
  onRevoke,
}: {
  link: GateLinkView;
  isBusy: boolean;
  onRevoke: () => void;
}) {
  const isExpired = useTicking((now) => (now >= Date.parse(link.expires_at) ? 'yes' : '')) === 'yes';
  const isDead = link.revoked_at !== null || isExpired;
  return (
    <li className="flex min-h-11 items-center gap-3 text-sm">
      <span className={isDead ? 'min-w-0 flex-1 truncate text-faint line-through' : 'min-w-0 flex-1 truncate'}>
        {link.name || 'Unnamed link'}
      </span>
      <span className="inline-flex max-w-32 text-mute text-xs">
        <span className="sr-only">made by </span>
        <PersonMark name={link.created_by} />
      </span>
      <span className="whitespace-nowrap text-faint text-xs">
        {link.revoked_at ? (
          <>
            revoked <RelativeTime at={link.revoked_at} />
          </>
        ) : (
          <>
            {isExpired ? 'expired' : 'expires'} <RelativeTime at={link.expires_at} />
          </>
        )}
      </span>
      {!isDead && (
        <Button
          variant="danger"
          size="sm"
          disabled={isBusy}
          onClick={onRevoke}
          aria-label={`Revoke ${link.name || 'this link'}`}
        >
          Revoke
        </Button>
      )}
    </li>
  );
}
