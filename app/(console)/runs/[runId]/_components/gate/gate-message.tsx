import { type ReactNode, useMemo } from 'react';
import { classNames } from '#app/_components/ui/class-names.ts';
import { renderMessage } from '#lib/html/render-markdown.ts';

/** Questions as the server has drawn them, by the id of their gate. */
export type GateMessages = Record<string, ReactNode>;

/** The question: its first short paragraph as a heading, the rest below. The same Markdown as the page behind a link. */
export function GateMessage({
  message,
  fallback,
  className,
}: {
  message: string;
  fallback: string;
  className?: string;
}) {
  const { title, rest } = useMemo(() => renderMessage(message, fallback, 'followed'), [message, fallback]);
  return (
    <div className={classNames('max-w-prose', className)}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: renderMessage escapes everything it does not write itself */}
      <h2 className="font-semibold text-lg" dangerouslySetInnerHTML={{ __html: title.text }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: renderMessage escapes everything it does not write itself */}
      {rest && <div className="prose mt-1" dangerouslySetInnerHTML={{ __html: rest.text }} />}
    </div>
  );
}
