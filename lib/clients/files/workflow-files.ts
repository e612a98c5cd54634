// Tells when something changes in the folder of workflow files. One watcher for the whole process, as long as anybody
// listens; it says that something changed, never what: readers read the files.

import { type FSWatcher, watch } from 'node:fs';
import type { Needs } from '../../console/console.ts';

type Listener = () => void;

export function onWorkflowFiles(house: Needs<'env' | 'workflowFiles'>, listener: Listener): () => void {
  const state = house.workflowFiles;
  state.listeners.add(listener);
  state.watcher ??= watchFolder(house);
  return () => {
    state.listeners.delete(listener);
    if (state.listeners.size > 0) return;
    state.watcher?.close();
    state.watcher = null;
  };
}

/** A folder that is not there cannot change; the next listener looks again. */
function watchFolder(house: Needs<'env' | 'workflowFiles'>): FSWatcher | null {
  try {
    const watcher = watch(house.env.workflowsDirectory, { persistent: false }, () => {
      for (const listener of [...house.workflowFiles.listeners]) listener();
    });
    watcher.on('error', () => {
      watcher.close();
      house.workflowFiles.watcher = null;
    });
    return watcher;
  } catch {
    return null;
  }
}
