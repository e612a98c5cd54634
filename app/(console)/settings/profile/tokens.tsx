import type { ApiTokenView } from '#lib/people/accounts/api-tokens.ts';
import { scopes } from '#lib/people/may.ts';
import { createTokenAction, revokeTokenAction } from '../../../_actions/people.ts';
import { RelativeTime } from '../../../_components/time.tsx';
import { Button } from '../../../_components/ui/button.tsx';
import { Field } from '../../../_components/ui/field.tsx';
import { Input } from '../../../_components/ui/input.tsx';
import { Panel } from '../../../_components/ui/panel.tsx';
import { Select } from '../../../_components/ui/select.tsx';
import { OnceForm } from '../once-form.tsx';

const lives = { '7d': '7 days', '30d': '30 days', '90d': '90 days', '365d': 'a year', '': 'until revoked' };

export function Tokens({ tokens }: { tokens: ApiTokenView[] }) {
  return (
    <Panel heading="API tokens" aside="what your programs come in with">
      <ul className="divide-y divide-line-soft">
        {tokens.map(({ id, name, scopes, created_at, expires_at, last_used_at }) => (
          <li key={id} className="flex items-center gap-3 px-4 py-2.5 text-sm">
            <div className="min-w-0 flex-1">
              <p>
                <b className="font-medium">{name}</b>{' '}
                <span className="text-mute text-xs">{scopes ? `only ${scopes.join(', ')}` : 'all that you may'}</span>
              </p>
              <p className="text-mute text-xs">
                made <RelativeTime at={created_at} />,{' '}
                {last_used_at ? (
                  <>
                    last used <RelativeTime at={last_used_at} />
                  </>
                ) : (
                  'never used'
                )}
                {expires_at && (
                  <>
                    , works until <RelativeTime at={expires_at} />
                  </>
                )}
              </p>
            </div>
            <form action={revokeTokenAction}>
              <input type="hidden" name="token" value={id} />
              <Button type="submit" size="sm" variant="danger" aria-label={`Revoke ${name}`}>
                Revoke
              </Button>
            </form>
          </li>
        ))}
      </ul>
      <div className="border-line-soft border-t px-4 py-3">
        <OnceForm action={createTokenAction} button="Make a token" told="Keep it now: it is shown this once.">
          <Field id="token-name" label="Name">
            {(control) => <Input {...control} name="name" required maxLength={100} autoComplete="off" />}
          </Field>
          <Field id="token-expires" label="Works for">
            {(control) => (
              <Select {...control} name="expires" defaultValue="90d">
                {Object.entries(lives).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 text-sm">
            <legend className="sr-only">Only for</legend>
            <span aria-hidden className="text-mute text-xs">
              only for
            </span>
            {scopes.map((scope) => (
              <label key={scope} className="inline-flex items-center gap-1.5">
                <input type="checkbox" name="scopes" value={scope} />
                {scope}
              </label>
            ))}
          </fieldset>
        </OnceForm>
      </div>
    </Panel>
  );
}
