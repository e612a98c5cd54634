import type { PasskeyView } from '#lib/people/passkeys/passkeys.ts';
import { removePasskeyAction } from '../../../_actions/people.ts';
import { RelativeTime } from '../../../_components/time.tsx';
import { Button } from '../../../_components/ui/button.tsx';
import { Panel } from '../../../_components/ui/panel.tsx';
import { AddPasskey } from './add-passkey.tsx';

/** `offered` is true, or why one cannot come in with them here; null where they are no way in. */
export function Passkeys({ passkeys, offered }: { passkeys: PasskeyView[]; offered: true | string | null }) {
  if (offered === null && passkeys.length === 0) return null;
  return (
    <Panel heading="Passkeys" aside="sign in with your device or a security key">
      <ul className="divide-y divide-line-soft">
        {passkeys.map(({ id, name, created_at, last_used_at }) => (
          <li key={id} className="flex items-center gap-3 px-4 py-2.5 text-sm">
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{name}</p>
              <p className="text-mute text-xs">
                added <RelativeTime at={created_at} />,{' '}
                {last_used_at ? (
                  <>
                    last used <RelativeTime at={last_used_at} />
                  </>
                ) : (
                  'never used'
                )}
              </p>
            </div>
            <form action={removePasskeyAction}>
              <input type="hidden" name="passkey" value={id} />
              <Button type="submit" size="sm" variant="danger" aria-label={`Remove ${name}`}>
                Remove
              </Button>
            </form>
          </li>
        ))}
      </ul>
      <div className="border-line-soft px-4 py-3 text-sm [ul:not(:empty)+&]:border-t">
        {offered === true ? (
          <AddPasskey />
        ) : (
          <p className="text-mute">{offered ?? 'People sign in to this console by OpenID Connect only.'}</p>
        )}
      </div>
    </Panel>
  );
}
