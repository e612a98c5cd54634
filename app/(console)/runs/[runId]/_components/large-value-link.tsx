'use client';
import { useParams } from 'next/navigation';
import { visibleText } from '#lib/html/visible-text.ts';
import { type LargeValue, sizeWords } from '#lib/nodes/parts/large-value.ts';
import { FileLink } from './artifacts/file-link.tsx';

const lengthWords = { text: 'characters', list: 'items', object: 'fields' };

/** Stands for a value that is kept beside the log: how it begins, how large it is, and where all of it can be had. */
export function LargeValueLink({ value }: { value: LargeValue }) {
  const runId = useParams<{ runId: string }>()?.runId ?? '';
  const { $value: hash, bytes, kind, length, preview } = value;
  return (
    <span className="whitespace-pre-wrap break-words text-ink">
      {visibleText(preview)}…{' '}
      <FileLink
        runId={runId}
        file={{ kind: 'value', hash }}
        name={`${hash}.json`}
        how="download"
        className="text-accent underline"
      >
        {`Too large to show (${sizeWords(bytes)}, ${length} ${lengthWords[kind]}): download`}
      </FileLink>
    </span>
  );
}
