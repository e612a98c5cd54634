'use client';
import { Fragment, useLayoutEffect, useRef } from 'react';
import { CodeBlock } from '#app/_components/ui/code-block.tsx';
import { LogText } from '../logs/log-line.tsx';

/** What was printed. Stays at the end while the reader is at the end, and where the reader is otherwise. */
export function FollowingText({ label, text, isError }: { label: string; text: string; isError: boolean }) {
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new text may need scrolling
  useLayoutEffect(() => {
    const element = box.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [text]);
  return (
    <CodeBlock
      ref={box}
      label={label}
      className={isError ? 'max-h-64 text-interrupted' : 'max-h-64'}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 8;
      }}
    >
      {text.includes('\u001b') ? <Coloured text={text} /> : text}
    </CodeBlock>
  );
}

function Coloured({ text }: { text: string }) {
  return text.split('\n').map((line, index, all) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
    <Fragment key={index}>
      <LogText text={line} wanted="" />
      {index < all.length - 1 && '\n'}
    </Fragment>
  ));
}
