'use client';
import { useEffect, useState } from 'react';
import { type Checked, checkText } from './workflow-calls.ts';

const pause = 300;

type Known = { text: string; checked: Checked | null; trouble: string | null };

/** What the console says of a text, asked again when typing pauses. What it said last stays until it answers. */
export function useCheckedText(text: string, first: Checked | null) {
  const [known, setKnown] = useState<Known>({ text: first ? text : '', checked: first, trouble: null });
  useEffect(() => {
    if (text === known.text) return;
    const control = new AbortController();
    const timer = setTimeout(async () => {
      const isEmpty = text.trim() === '';
      const answer = isEmpty ? null : await checkText(text, control.signal).catch(() => null);
      if (control.signal.aborted) return;
      if (answer?.ok || isEmpty) setKnown({ text, checked: answer?.ok ? answer.body : null, trouble: null });
      else setKnown((before) => ({ ...before, text, trouble: answer?.message ?? null }));
    }, pause);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [text, known.text]);
  return { checked: known.checked, trouble: known.trouble, isChecking: text !== known.text };
}
