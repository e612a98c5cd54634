'use client';
import { useRouter } from 'next/navigation';
import { handOver } from '#app/_client/bundle/handed-file.ts';
import { useFileDrop } from '#app/_client/use-file-drop.ts';
import { DropCover } from '#app/_components/drop-cover.tsx';
import { paths } from '#lib/paths.ts';

/** A bundle that is dropped on the list of runs is looked at; it becomes no run of this console. */
export function DropBundle() {
  const router = useRouter();
  const isOver = useFileDrop((file) => {
    handOver(file);
    router.push(paths.bundles());
  });
  return isOver && <DropCover>Drop the bundle of a run to look at it</DropCover>;
}
