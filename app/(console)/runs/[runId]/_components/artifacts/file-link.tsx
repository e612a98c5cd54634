'use client';
import type { ComponentProps, MouseEvent } from 'react';
import { type RunFile, useRunSource } from '#app/_client/run-source.tsx';

type Props = { runId: string; file: RunFile; name: string; how: 'inline' | 'download' };

/** A link to a file of the run. Where it has to be unpacked first, it is saved under its name. */
export function FileLink({ runId, file, name, how, ...props }: Props & ComponentProps<'a'>) {
  const source = useRunSource();
  const address = source.addressOf(runId, file, how);
  const download = how === 'download' ? { download: name } : {};
  if (address !== null) return <a href={address} {...download} {...props} />;
  function save(event: MouseEvent<HTMLAnchorElement>) {
    props.onClick?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    void source.openFile(runId, file).then((url) => saveAs(url, name));
  }
  return <a href={`#${encodeURIComponent(name)}`} {...props} onClick={save} />;
}

export function saveAs(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
