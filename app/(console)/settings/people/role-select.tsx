import type { ComponentProps } from 'react';
import { roles } from '#lib/people/may.ts';
import { Select } from '../../../_components/ui/select.tsx';

const words = {
  viewer: 'viewer: sees',
  operator: 'operator: starts, answers',
  editor: 'editor: changes workflows',
  administrator: 'administrator: people, settings',
};

export function RoleSelect(props: ComponentProps<typeof Select>) {
  return (
    <Select {...props}>
      {roles.map((role) => (
        <option key={role} value={role}>
          {words[role]}
        </option>
      ))}
    </Select>
  );
}
