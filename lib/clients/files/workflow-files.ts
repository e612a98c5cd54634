// Tells when something changes in the folder of workflow files. One watcher for the whole process, as long as anybody
// listens; it says that something changed, never what: readers read the files.
import { type FSWatcher, watch } from 'node:fs';
import { currentEnv } from '../../current-env.ts';
import { singleton } from '../../singleton.ts';

type Listener = () => void;

const watched = () =>
  singleton('workflow-files', () => ({ listeners: new Set<Listener>(), watcher: null as FSWatcher | null }));

export function onWorkflowFiles(listener: Listener): () => void {
  const state = watched();
  state.listeners.add(listener);
  state.watcher ??= watchFolder();
  return () => {
    state.listeners.delete(listener);
    if (state.listeners.size > 0) return;
    state.watcher?.close();
    state.watcher = null;
  };
}

/** A folder that is not there cannot change; the next listener looks again. */
function watchFolder(): FSWatcher | null {
  try {
    const watcher = watch(currentEnv().workflowsDirectory, { persistent: false }, () => {
      for (const listener of [...watched().listeners]) listener();
    });
    watcher.on('error', () => {
      watcher.close();
      watched().watcher = null;
    });
    return watcher;
  } catch {
    return null;
  }
}
