import { nativeFormat, unknownFormat } from '#lib/workflow/dialects/format-names.ts';
import { Badge } from '../../_components/ui/badge.tsx';

/** What a file is written in, where that is not our own language. */
export function FormatBadge({ format }: { format: string }) {
  if (format === nativeFormat) return null;
  if (format === unknownFormat) return <Badge variant="neutral">unknown format</Badge>;
  return (
    <Badge variant="neutral" title={`Written in the format “${format}”`}>
      {format}
    </Badge>
  );
}
