'use client';
// The editor's code comes with the editor, not with the page.
import dynamic from 'next/dynamic';

export const LazyEditor = dynamic(async () => (await import('./source-editor.tsx')).SourceEditor);
