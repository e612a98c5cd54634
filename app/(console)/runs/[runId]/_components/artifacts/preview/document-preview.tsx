import { useMemo } from 'react';
import { classNames } from '#app/_components/ui/class-names.ts';
import type { DocumentKind } from '#lib/html/document-kind.ts';
import { renderDocument } from '#lib/html/render-document.ts';

type Props = { kind: DocumentKind; text: string; label: string; className?: string };

/** A text as it is meant to be read: by the same renderer as behind a gate link. */
export function DocumentPreview({ kind, text, label, className }: Props) {
  const written = useMemo(() => renderDocument(kind, text, 'followed').text, [kind, text]);
  return (
    <section
      aria-label={label}
      className={classNames('document', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: renderDocument escapes everything it does not write itself
      dangerouslySetInnerHTML={{ __html: written }}
    />
  );
}
