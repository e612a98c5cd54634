import { useMemo } from 'react';
import { renderMarkdown } from '#lib/html/render-markdown.ts';
import { classNames } from './ui/class-names.ts';

/** A text that somebody or some model wrote, as Markdown. */
export function Markdown({ text, className }: { text: string; className?: string }) {
  const { text: written } = useMemo(() => renderMarkdown(text, 'followed'), [text]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: renderMarkdown escapes everything it does not write itself
  return <div className={classNames('prose', className)} dangerouslySetInnerHTML={{ __html: written }} />;
}
