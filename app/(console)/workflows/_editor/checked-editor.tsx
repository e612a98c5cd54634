'use client';
import { useRef } from 'react';
import { offsetOf } from './line-problems.ts';
import { ProblemList } from './problem-list.tsx';
import { TextEditor } from './text-editor.tsx';
import type { useCheckedText } from './use-checked-text.ts';
import type { Problem } from './workflow-calls.ts';

type Props = {
  id: string;
  label: string;
  text: string;
  known: ReturnType<typeof useCheckedText>;
  onChange: (text: string) => void;
  onSave: () => void;
};

/** The text and, below it, what is wrong with it. */
export function CheckedEditor({ id, label, text, known, onChange, onSave }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { checked, trouble, isChecking } = known;
  const problems = checked?.problems ?? [];
  const goTo = (problem: Problem) => {
    const area = field.current;
    if (!area) return;
    const offset = offsetOf(text, problem);
    area.focus({ preventScroll: true });
    area.setSelectionRange(offset, offset);
    const lineHeight = Number.parseFloat(getComputedStyle(area).lineHeight);
    area.closest('[data-lines]')?.scrollTo({ top: (problem.line - 4) * lineHeight, left: 0 });
    area.closest('[data-lines]')?.scrollIntoView({ block: 'nearest' });
  };
  const note = trouble ?? (isChecking ? 'Checking…' : checked ? null : 'Nothing to check yet');
  return (
    <>
      <TextEditor {...{ id, label, text, problems, field, onChange, onSave }} describedBy={`${id}-problems`} />
      <ProblemList id={`${id}-problems`} problems={problems} note={note} onGo={goTo} />
    </>
  );
}
