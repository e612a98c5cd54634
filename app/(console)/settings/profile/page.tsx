import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { enterPage } from '#lib/http/enter-page.ts';
import { paths } from '#lib/paths.ts';
import { listSessions } from '#lib/people/accounts/account-sessions.ts';
import { listApiTokens } from '#lib/people/accounts/api-tokens.ts';
import { personOf } from '#lib/people/actor.ts';
import { offersPasskeys } from '#lib/people/passkeys/offers-passkeys.ts';
import { listPasskeys } from '#lib/people/passkeys/passkeys.ts';
import { PageHeader } from '../../../_components/page-header.tsx';
import { PersonMark } from '../../../_components/person-mark.tsx';
import { PaletteButton } from '../../../_components/shell/palette-button.tsx';
import { Button } from '../../../_components/ui/button.tsx';
import { Panel } from '../../../_components/ui/panel.tsx';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';
import { Tokens } from './tokens.tsx';

export const metadata: Metadata = { title: 'My profile' };

export default async function ProfilePage() {
  const { house, actor } = await enterPage('own_account');
  const person = personOf(actor);
  const given = await headers();
  const [sessions, passkeys, tokens] = await Promise.all([
    listSessions(house, person, given),
    listPasskeys(house, person),
    listApiTokens(house, person),
  ]);
  return (
    <>
      <PageHeader heading="My profile" actions={<PaletteButton />} />
      <div className="flex w-full max-w-4xl flex-col gap-4 p-5 phone:p-4">
        <Panel heading="You">
          <div className="flex flex-wrap items-center gap-3 px-4 py-3 text-sm">
            <p className="min-w-0 flex-1">
              <b className="font-semibold">
                <PersonMark name={person.name} />
              </b>
              <span className="block text-mute text-xs">
                {[person.role, person.email, ...person.groups].filter(Boolean).join(' · ')}
              </span>
            </p>
            <form action={paths.signOut()} method="post">
              <Button type="submit" variant="danger">
                Sign out
              </Button>
            </form>
          </div>
        </Panel>
        <Sessions sessions={sessions} />
        <Passkeys passkeys={passkeys} offered={offersPasskeys(house, given)} />
        <Tokens tokens={tokens.filter(({ revoked_at }) => revoked_at === null)} />
      </div>
    </>
  );
}
