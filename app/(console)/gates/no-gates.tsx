import { DoorOpen } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '../../_components/ui/button-link.tsx';
import { EmptyState } from '../../_components/ui/empty-state.tsx';
import { type InboxPlace, type InboxTab, inboxAddress } from './inbox-filter.ts';

const headings: Record<InboxTab, string> = {
  mine: 'Nothing waits for you',
  all: 'Nothing waits for an answer',
  overdue: 'Nothing is overdue',
  answered: 'Nothing was answered yet',
};

const explanations: Record<InboxTab, string> = {
  mine: 'When a run reaches a gate that asks you, its question shows up here and in the count on the left.',
  all: 'When a run reaches a gate, its question shows up here.',
  overdue: 'A gate is overdue when nobody has answered it after the time its workflow reminds people.',
  answered: 'Who answered what, and when, is kept here for as long as the run is.',
};

export function NoGates({ place }: { place: InboxPlace }) {
  const { tab, q } = place;
  const everything = inboxAddress({ tab: 'all', q: '', cursor: undefined });
  const action =
    q !== '' ? (
      <ButtonLink href={inboxAddress({ ...place, q: '', cursor: undefined })}>Clear the search</ButtonLink>
    ) : tab === 'all' ? (
      <ButtonLink href={paths.runs()}>See the runs</ButtonLink>
    ) : (
      <ButtonLink href={everything}>See everyone’s gates</ButtonLink>
    );
  return (
    <EmptyState icon={<DoorOpen />} heading={q === '' ? headings[tab] : `Nothing found for “${q}”`} actions={action}>
      {q === '' ? explanations[tab] : 'Every word must be in the question, the workflow, or a name.'}
    </EmptyState>
  );
}
