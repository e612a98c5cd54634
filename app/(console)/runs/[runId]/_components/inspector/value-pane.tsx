import { JsonTree } from '../json-tree.tsx';

/** What went in, or what came out. `none` says why there is nothing. */
export function ValuePane({ value, none }: { value: unknown; none: string }) {
  return (
    <div className="px-4 py-3">
      {value === undefined || value === null ? (
        <p className="text-mute text-sm">{none}</p>
      ) : (
        <JsonTree value={value} open={2} />
      )}
    </div>
  );
}
