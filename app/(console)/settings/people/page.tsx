import type { Metadata } from 'next';
import { enterPage } from '#lib/http/enter-page.ts';
import { paths } from '#lib/paths.ts';
import { listGroups } from '#lib/people/accounts/groups.ts';
import { listInvitations } from '#lib/people/accounts/invitations.ts';
import { listPeople } from '#lib/people/accounts/people.ts';
import { inviteAction } from '../../../_actions/people.ts';
import { PageHeader } from '../../../_components/page-header.tsx';
import { PaletteButton } from '../../../_components/shell/palette-button.tsx';
import { Field } from '../../../_components/ui/field.tsx';
import { Input } from '../../../_components/ui/input.tsx';
import { Panel } from '../../../_components/ui/panel.tsx';
import { OnceForm } from '../once-form.tsx';
import { Groups } from './groups.tsx';
import { Invitations } from './invitations.tsx';
import { PersonRow } from './person-row.tsx';
import { RoleSelect } from './role-select.tsx';

export const metadata: Metadata = { title: 'People' };

export default async function PeoplePage() {
  const { house, actor } = await enterPage('administer');
  const [people, groups, invitations] = await Promise.all([
    listPeople(house),
    listGroups(house),
    listInvitations(house),
  ]);
  const open = people.filter(({ closed_at }) => !closed_at);
  return (
    <>
      <PageHeader parent={{ href: paths.settings(), label: 'Settings' }} heading="People" actions={<PaletteButton />} />
      <div className="flex w-full max-w-4xl flex-col gap-4 p-5 phone:p-4">
        <Panel heading="Invite somebody" aside="the address works once, for seven days">
          <div className="px-4 py-3">
            <OnceForm
              action={inviteAction}
              button="Make an invitation"
              told="Send this address; it is shown this once."
            >
              <Field id="invite-name" label="Name">
                {(control) => <Input {...control} name="name" required maxLength={100} autoComplete="off" />}
              </Field>
              <Field id="invite-email" label="E-mail" note="optional">
                {(control) => <Input {...control} name="email" type="email" maxLength={254} autoComplete="off" />}
              </Field>
              <Field id="invite-role" label="Role">
                {(control) => <RoleSelect {...control} name="role" defaultValue="operator" />}
              </Field>
            </OnceForm>
            {open.length === 1 && (
              <p className="mt-2.5 text-mute text-sm">
                You are alone here, so you answer every gate. From the second account on, gates ask for whom they name.
              </p>
            )}
          </div>
        </Panel>
        <Panel heading="Accounts" aside={`${open.length} open`}>
          <ul className="divide-y divide-line-soft">
            {people.map((person) => (
              <PersonRow key={person.id} person={person} isYou={person.id === actor.person?.id} />
            ))}
          </ul>
        </Panel>
        <Invitations invitations={invitations.filter(({ accepted_at, revoked_at }) => !accepted_at && !revoked_at)} />
        <Groups groups={groups} people={open} />
      </div>
    </>
  );
}
