import type { PersonView } from '#lib/people/accounts/people.ts';
import { changePersonAction, signInLinkAction } from '../../../_actions/people.ts';
import { PersonMark } from '../../../_components/person-mark.tsx';
import { Badge } from '../../../_components/ui/badge.tsx';
import { Button } from '../../../_components/ui/button.tsx';
import { Field } from '../../../_components/ui/field.tsx';
import { Input } from '../../../_components/ui/input.tsx';
import { OnceForm } from '../once-form.tsx';
import { ToldForm } from '../told-form.tsx';
import { RoleSelect } from './role-select.tsx';

/** One account: who it is and where their mail goes, the role, a sign-in link to hand out, and the way to close it. */
export function PersonRow({ person, isYou }: { person: PersonView; isYou: boolean }) {
  const { id, name, email, role, groups, closed_at } = person;
  const isOwner = id === 'owner';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-sm">
      <div className="min-w-40 flex-1">
        <p className="font-medium">
          <PersonMark name={name} /> {isYou && <Badge variant="neutral">you</Badge>}{' '}
          {closed_at && <Badge variant="neutral">closed</Badge>}
        </p>
        <p className="break-words text-mute text-xs">
          {[email, ...groups].filter(Boolean).join(' · ') || 'no address'}
        </p>
      </div>
      {!isOwner && !closed_at && (
        <ToldForm action={changePersonAction} className="flex items-center gap-2">
          <input type="hidden" name="person" value={id} />
          <RoleSelect name="role" defaultValue={role} fit="sm" aria-label={`Role of ${name}`} />
          <Button type="submit" size="sm">
            Change
          </Button>
        </ToldForm>
      )}
      {isOwner && <span className="py-1 text-mute">the owner, always an administrator</span>}
      {!isYou && !closed_at && (
        <OnceForm
          action={signInLinkAction}
          button="Sign-in link"
          told="It signs them in once, within 15 minutes."
          isSmall
        >
          <input type="hidden" name="person" value={id} />
        </OnceForm>
      )}
      {!isOwner && !isYou && (
        <ToldForm action={changePersonAction}>
          <input type="hidden" name="person" value={id} />
          <Button
            type="submit"
            size="sm"
            name="closed"
            value={closed_at ? 'false' : 'true'}
            variant={closed_at ? 'normal' : 'danger'}
          >
            {closed_at ? 'Open again' : 'Close'}
          </Button>
        </ToldForm>
      )}
      {!closed_at && (
        <details className="basis-full">
          <summary className="w-fit font-medium text-accent text-xs hover:underline">Name and address</summary>
          <ToldForm action={changePersonAction} className="flex flex-wrap items-end gap-2 pt-2">
            <input type="hidden" name="person" value={id} />
            <Field id={`name-${id}`} label={`Name of ${name}`}>
              {(control) => <Input {...control} name="name" required maxLength={100} defaultValue={name} />}
            </Field>
            <Field id={`email-${id}`} label={`E-mail of ${name}`}>
              {(control) => <Input {...control} name="email" type="email" maxLength={254} defaultValue={email ?? ''} />}
            </Field>
            <Button type="submit" size="sm">
              Save
            </Button>
          </ToldForm>
        </details>
      )}
    </li>
  );
}
