import { CodeBlock } from '#app/_components/ui/code-block.tsx';
import { visibleText } from '#lib/html/visible-text.ts';
import { LogText } from '../../logs/log-line.tsx';
import { hexLines } from './hex-lines.ts';
import { type FilePart, linesOf } from './use-file-part.ts';

/** Fills what it stands in, which bounds it. */
const filling = 'max-h-none rounded-none! border-0!';

/** Text in the colours that programs print. */
export function TextPreview({ part, label }: { part: FilePart; label: string }) {
  return (
    <CodeBlock label={label} className={filling}>
      {linesOf(part).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file never changes, so its lines keep their places
        <span key={index} className="block min-h-[18px]">
          <LogText text={line} wanted="" />
        </span>
      ))}
    </CodeBlock>
  );
}

export function HexPreview({ part, label }: { part: FilePart; label: string }) {
  return (
    <CodeBlock label={label} className={`${filling} whitespace-pre!`}>
      {hexLines(part.bytes, part.from).map(({ offset, bytes, text }) => (
        <span key={offset} className="block">
          <span className="text-faint">{offset}</span> {bytes} <span className="text-mute">{visibleText(text)}</span>
        </span>
      ))}
    </CodeBlock>
  );
}
