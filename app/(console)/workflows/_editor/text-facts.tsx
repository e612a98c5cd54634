import { nativeFormat } from '#lib/workflow/dialects/format-names.ts';
import { Badge } from '../../../_components/ui/badge.tsx';
import { FormatBadge } from '../format-badge.tsx';
import type { Checked } from './workflow-calls.ts';

/** What a text is, before it is saved: its format, its name and the size of its graph. */
export function TextFacts({ checked }: { checked: Checked | null }) {
  if (!checked) return <span className="text-faint text-xs">Paste it, or choose a file.</span>;
  return (
    <>
      {checked.name && <span className="min-w-0 truncate text-mute">{checked.name}</span>}
      {checked.format === nativeFormat ? <Badge>native</Badge> : <FormatBadge format={checked.format} />}
      {checked.nodes > 0 && (
        <Badge variant="outline">
          {checked.nodes} {checked.nodes === 1 ? 'node' : 'nodes'}
        </Badge>
      )}
    </>
  );
}
