import type { GroupView } from '#lib/people/accounts/groups.ts';
import type { PersonView } from '#lib/people/accounts/people.ts';
import { saveGroupAction } from '../../../_actions/people.ts';
import { Button } from '../../../_components/ui/button.tsx';
import { Field } from '../../../_components/ui/field.tsx';
import { Input } from '../../../_components/ui/input.tsx';
import { Panel } from '../../../_components/ui/panel.tsx';
import { ToldForm } from '../told-form.tsx';

/** People whom workflows name together, in `assignees` and `access`. */
export function Groups({ groups, people }: { groups: GroupView[]; people: PersonView[] }) {
  const nameOf = (id: string) => people.find((person) => person.id === id)?.name ?? id;
  return (
    <Panel heading="Groups" aside="what workflows name in assignees and access">
      <ul className="divide-y divide-line-soft">
        {groups.map(({ id, name, members, built_in }) => (
          <li key={id} className="flex flex-col gap-2 px-4 py-2.5 text-sm">
            <p className="font-medium">{name}</p>
            {built_in ? (
              <p className="text-mute text-xs">Whoever has that role: {members.map(nameOf).join(', ')}</p>
            ) : (
              <ToldForm action={saveGroupAction} className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <input type="hidden" name="group" value={id} />
                {people.map((person) => (
                  <label key={person.id} className="inline-flex items-center gap-1.5">
                    <input
                      type="checkbox"
                      name="members"
                      value={person.id}
                      defaultChecked={members.includes(person.id)}
                    />
                    {person.name}
                  </label>
                ))}
                <Button type="submit" size="sm">
                  Save
                </Button>
                <Button
                  type="submit"
                  size="sm"
                  variant="danger"
                  name="remove"
                  value="true"
                  aria-label={`Delete ${name}`}
                >
                  Delete
                </Button>
              </ToldForm>
            )}
          </li>
        ))}
      </ul>
      <ToldForm action={saveGroupAction} className="flex flex-wrap items-end gap-2 border-line-soft border-t px-4 py-3">
        <Field id="group-name" label="New group">
          {(control) => <Input {...control} name="name" required maxLength={100} autoComplete="off" />}
        </Field>
        <Button type="submit">Make it</Button>
      </ToldForm>
    </Panel>
  );
}
