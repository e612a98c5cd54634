import { classNames } from '#app/_components/ui/class-names.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { renderMessage } from '#lib/people/gate-page/gate-markdown.ts';

const prose =
  'text-mute text-sm [&_code]:rounded-sm [&_code]:bg-hover [&_code]:px-1 [&_code]:font-mono [&_code]:text-xs [&_li]:ml-4 [&_ol]:list-decimal [&_p+p]:mt-2 [&_pre]:overflow-auto [&_pre]:rounded-md [&_pre]:bg-page [&_pre]:p-2 [&_pre]:font-mono [&_pre]:text-xs [&_strong]:font-semibold [&_strong]:text-ink [&_ul]:list-disc';

/** The question: its first short paragraph as a heading, the rest below. The same escaped Markdown as the page behind a link. */
export function GateMessage({
  message,
  fallback,
  className,
}: {
  message: string;
  fallback: string;
  className?: string;
}) {
  const { title, rest } = renderMessage(visibleText(message), fallback);
  return (
    <div className={classNames('max-w-prose', className)}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: renderMessage escapes everything it does not write itself */}
      <h2 className="font-semibold text-lg" dangerouslySetInnerHTML={{ __html: title.text }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: renderMessage escapes everything it does not write itself */}
      {rest && <div className={`mt-1 ${prose}`} dangerouslySetInnerHTML={{ __html: rest.text }} />}
    </div>
  );
}
