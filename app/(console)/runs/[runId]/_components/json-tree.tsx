'use client';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#app/_components/ui/button.tsx';
import { CodeBlock } from '#app/_components/ui/code-block.tsx';
import { useIsScripted } from '#app/_components/use-is-scripted.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { isLargeValue } from '#lib/nodes/parts/large-value.ts';
import { LargeValueLink } from './large-value-link.tsx';

const shownAtOnce = 200;

function isBranch(value: unknown): value is Record<string, unknown> | unknown[] {
  return typeof value === 'object' && value !== null && !isLargeValue(value) && Object.keys(value).length > 0;
}

const longText = 2000;

function Leaf({ name, value }: { name: string; value: unknown }) {
  if (isLargeValue(value)) return <LargeValueLink value={value} />;
  if (typeof value === 'string' && value.length > longText) return <CodeBlock label={name}>{value}</CodeBlock>;
  if (typeof value === 'string')
    return <span className="whitespace-pre-wrap break-words text-ink">{value === '' ? '""' : visibleText(value)}</span>;
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return <span className={value === null || value === undefined ? 'text-faint' : 'text-accent'}>{text}</span>;
}

/** Any JSON value as a tree that folds without scripts: first levels open, the rest on demand. With them only what is open is drawn. */
export function JsonTree({ value, open = 1 }: { value: unknown; open?: number }) {
  const [shown, setShown] = useState(shownAtOnce);
  const isScripted = useIsScripted();
  if (!isBranch(value)) {
    return (
      <div className="font-mono text-xs/5">
        <Leaf name="Value" value={value} />
      </div>
    );
  }
  const entries = Object.entries(value);
  const left = entries.length - shown;
  return (
    <ul className="font-mono text-xs/5">
      {entries.slice(0, shown).map(([name, child]) => (
        <li key={name}>
          <Entry name={name} value={child} open={open} />
        </li>
      ))}
      {left > 0 && (
        <li className="text-faint">
          … and {left.toLocaleString('en')} more{' '}
          {isScripted && (
            <Button size="sm" variant="ghost" onClick={() => setShown(shown + shownAtOnce)}>
              Show {Math.min(left, shownAtOnce)} more
            </Button>
          )}
        </li>
      )}
    </ul>
  );
}

function Entry({ name, value, open }: { name: string; value: unknown; open: number }) {
  const [isOpen, setIsOpen] = useState(open > 0);
  const isScripted = useIsScripted();
  if (!isBranch(value)) {
    return (
      <div className="flex gap-2 pl-4">
        <span className="shrink-0 text-mute">{visibleText(name)}</span>
        <div className="min-w-0">
          <Leaf name={visibleText(name)} value={value} />
        </div>
      </div>
    );
  }
  const size = Object.keys(value).length;
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget, target }) => target === currentTarget && setIsOpen(currentTarget.open)}
      className="group/json"
    >
      <summary className="flex items-center gap-0.5 rounded-sm hover:bg-hover">
        <ChevronRight
          aria-hidden
          className="size-3.5 shrink-0 text-faint transition-transform [details[open]>summary>&]:rotate-90"
        />
        <span className="text-mute">{visibleText(name)}</span>
        <span className="ml-1.5 text-faint">{`${size.toLocaleString('en')} ${Array.isArray(value) ? 'item' : 'field'}${size === 1 ? '' : 's'}`}</span>
      </summary>
      {(isOpen || !isScripted) && (
        <div className="ml-1.5 border-line border-l pl-2">
          <JsonTree value={value} open={open - 1} />
        </div>
      )}
    </details>
  );
}
