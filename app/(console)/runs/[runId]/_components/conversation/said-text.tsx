import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Markdown } from '#app/_components/markdown.tsx';
import { CodeBlock } from '#app/_components/ui/code-block.tsx';
import { isLargeValue } from '#lib/nodes/parts/large-value.ts';
import { JsonTree } from '../json-tree.tsx';
import { LargeValueLink } from '../large-value-link.tsx';

/** Longer texts are folded away until somebody wants them. */
const longResult = 1200;
const longMarkdown = 6000;

const lengthWords = (text: string) => `${text.length.toLocaleString('en')} characters`;

/** Words of a person or a model: Markdown, folded where it is long. */
export function SaidText({ label, text, isFolded = false }: { label: string; text: unknown; isFolded?: boolean }) {
  if (isLargeValue(text)) return <Large value={text} />;
  const words = typeof text === 'string' ? text : JSON.stringify(text);
  if (words.trim() === '') return null;
  const written = <Markdown text={words} />;
  return isFolded || words.length > longMarkdown ? (
    <Folded label={label} aside={lengthWords(words)}>
      {written}
    </Folded>
  ) : (
    written
  );
}

/** What a tool said: a tree where it is JSON, else as it was printed. */
export function ResultText({ label, text }: { label: string; text: unknown }) {
  if (isLargeValue(text)) return <Large value={text} />;
  if (typeof text !== 'string') return <JsonTree value={text} />;
  const value = jsonIn(text);
  const written =
    value === undefined ? (
      <CodeBlock label={label} className="max-h-64">
        {text}
      </CodeBlock>
    ) : (
      <JsonTree value={value} />
    );
  return text.length > longResult ? (
    <Folded label={label} aside={lengthWords(text)}>
      {written}
    </Folded>
  ) : (
    written
  );
}

function Large({ value }: { value: Parameters<typeof LargeValueLink>[0]['value'] }) {
  return (
    <p className="font-mono text-xs/5">
      <LargeValueLink value={value} />
    </p>
  );
}

export function Folded({ label, aside, children }: { label: string; aside?: string; children: ReactNode }) {
  return (
    <details>
      <summary className="flex items-center gap-1 rounded-sm text-mute text-xs hover:text-ink">
        <ChevronRight
          aria-hidden
          className="-ml-0.5 size-3.5 shrink-0 text-faint transition-transform [details[open]>summary>&]:rotate-90"
        />
        {label}
        {aside && <span className="ml-auto text-faint tabular-nums">{aside}</span>}
      </summary>
      <div className="pt-2">{children}</div>
    </details>
  );
}

/** Only what has parts: a number or a word is as well read as it stands. */
function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
