import { Button } from '#app/_components/ui/button.tsx';
import { sizeWords } from '../artifact-kind.ts';

/** Which part of a large file this is, and the ways to the others. */
export function PartBar({
  from,
  most,
  size,
  onFrom,
}: {
  from: number;
  most: number;
  size: number;
  onFrom: (from: number) => void;
}) {
  if (size <= most) return null;
  const last = Math.floor((size - 1) / most) * most;
  const steps = [
    { label: 'First', to: 0, isOff: from === 0 },
    { label: 'Before', to: from - most, isOff: from === 0 },
    { label: 'After', to: from + most, isOff: from >= last },
    { label: 'Last', to: last, isOff: from >= last },
  ];
  return (
    <div className="flex flex-wrap items-center gap-1 border-line border-b px-3 py-1.5 text-mute text-xs">
      <p role="status" className="mr-auto tabular-nums">
        A part of it: {sizeWords(from)} to {sizeWords(Math.min(size, from + most))} of {sizeWords(size)}
      </p>
      {steps.map(({ label, to, isOff }) => (
        <Button key={label} size="sm" variant="ghost" disabled={isOff} onClick={() => onFrom(to)}>
          {label} <span className="sr-only">part</span>
        </Button>
      ))}
    </div>
  );
}
