'use client';
// A plain textarea with line numbers, and beside each line what is wrong with it. It is as large as its text, so that the
// numbers, the marks and the text scroll as one; Tab leaves it, as it leaves every control.
import { type KeyboardEvent, type RefObject, useMemo } from 'react';
import { classNames } from '../../../_components/ui/class-names.ts';
import { indentAt, lineProblems } from './line-problems.ts';
import type { Problem } from './workflow-calls.ts';

const tones = {
  error: { row: 'bg-failed-soft text-failed', bar: 'bg-failed' },
  warning: { row: 'bg-waiting-soft text-waiting', bar: 'bg-waiting' },
};

const topOf = (line: number) => ({ top: `calc(8px + ${line - 1} * var(--line))` });

type Props = {
  id: string;
  label: string;
  text: string;
  problems: Problem[];
  /** The id of what describes it: its problems as a list. */
  describedBy: string;
  field: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
  onSave: () => void;
};

export function TextEditor({ id, label, text, problems, describedBy, field, onChange, onSave }: Props) {
  const lines = useMemo(() => text.split('\n'), [text]);
  const marked = lineProblems(problems).filter(({ line }) => line <= lines.length);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if ((event.metaKey || event.ctrlKey) && event.key === 's') {
      event.preventDefault();
      onSave();
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && !event.ctrlKey && !event.metaKey) {
      const indent = indentAt(text, event.currentTarget.selectionStart);
      // As if it were typed: one step back takes it away again.
      if (indent && document.execCommand('insertText', false, `\n${indent}`)) event.preventDefault();
    }
  };
  return (
    <div
      data-lines
      className="max-h-[70dvh] min-h-60 overflow-auto bg-page font-mono text-xs leading-(--line) outline-accent [--line:20px] focus-within:outline-2 focus-within:-outline-offset-2 phone:text-[16px] phone:[--line:24px]"
    >
      <div className="relative flex min-h-60 w-max min-w-full">
        <div
          aria-hidden
          className="sticky left-0 z-[2] shrink-0 select-none whitespace-pre border-line-soft border-r bg-page py-2 pr-2 pl-3 text-right text-faint"
        >
          {marked.map(({ line, severity }) => (
            <span
              key={line}
              style={topOf(line)}
              className={classNames('absolute left-0 h-(--line) w-1', tones[severity].bar)}
            />
          ))}
          {lines.map((_, index) => index + 1).join('\n')}
        </div>
        <div className="relative grow">
          <div aria-hidden className="invisible whitespace-pre px-3 py-2">
            {`${text}\n\n`}
          </div>
          {marked.map(({ line, severity, words }) => (
            <div
              key={line}
              aria-hidden
              style={topOf(line)}
              className={classNames(
                'absolute left-0 h-(--line) w-max min-w-full whitespace-pre px-3',
                tones[severity].row,
              )}
            >
              <span className="invisible">{lines[line - 1]}</span>
              <span className="ml-8 font-sans">{words}</span>
            </div>
          ))}
          <textarea
            ref={field}
            id={id}
            name="source"
            aria-label={label}
            aria-describedby={describedBy}
            aria-invalid={problems.some(({ severity }) => severity === 'error') || undefined}
            value={text}
            wrap="off"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            suppressHydrationWarning
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={onKeyDown}
            className="absolute inset-0 size-full resize-none whitespace-pre bg-transparent px-3 py-2 text-ink leading-(--line) outline-none"
          />
        </div>
      </div>
    </div>
  );
}
