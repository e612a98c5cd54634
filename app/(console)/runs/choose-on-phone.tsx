import { Checkbox } from '../../_components/ui/checkbox.tsx';

/** On a phone the boxes of the runs are there when they are asked for, so that a list that is only read stays calm. */
export function ChooseOnPhone() {
  return (
    <div className="hidden items-center justify-between gap-3 border-line-soft border-b px-4 phone:flex">
      <Checkbox data-choosing label="Choose runs" className="text-mute" />
      <Checkbox
        data-page
        label="All of this page"
        className="hidden text-mute noscript:hidden! phone:group-has-[[data-choosing]:checked]/runs:inline-flex"
      />
    </div>
  );
}
