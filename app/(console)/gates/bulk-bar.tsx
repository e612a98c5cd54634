import { ListChecks } from 'lucide-react';
import { Button } from '../../_components/ui/button.tsx';

type Props = { chosen: number; ofKind: number; onAll: () => void; onClear: () => void; onLook: () => void };

/** While gates are chosen: how many there are of the kind, and the way to look at them. */
export function BulkBar({ chosen, ofKind, onAll, onClear, onLook }: Props) {
  return (
    <section
      aria-label="The chosen gates"
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-line border-t bg-raised px-5 py-2.5 shadow-overlay phone:bottom-[calc(56px+env(safe-area-inset-bottom))] phone:px-3"
    >
      <span role="status" className="mr-auto text-mute text-sm">
        {chosen} of {ofKind} of this kind chosen
      </span>
      {chosen < ofKind && <Button onClick={onAll}>Choose all {ofKind}</Button>}
      <Button variant="ghost" onClick={onClear}>
        Clear
      </Button>
      <Button variant="primary" onClick={onLook}>
        <ListChecks aria-hidden />
        Look and answer
      </Button>
    </section>
  );
}
