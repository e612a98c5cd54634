import { DoorOpen, ListChecks, type LucideIcon, Settings, Workflow } from 'lucide-react';
import { paths } from '#lib/paths.ts';

export type Destination = {
  id: 'runs' | 'gates' | 'workflows' | 'settings';
  href: string;
  label: string;
  icon: LucideIcon;
};

/** The four places of the console, for the rail and the phone's bottom bar. */
export const destinations: Destination[] = [
  { id: 'runs', href: paths.runs(), label: 'Runs', icon: ListChecks },
  { id: 'gates', href: paths.gates(), label: 'Gates', icon: DoorOpen },
  { id: 'workflows', href: paths.workflows(), label: 'Workflows', icon: Workflow },
  { id: 'settings', href: paths.settings(), label: 'Settings', icon: Settings },
];
