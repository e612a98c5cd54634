// What run.html, the page of a bundle, knows of the files beside it.
import type { Graph } from '../workflow/graph.ts';

/** How the list names what an attempt's programs printed. */
export function logKey({
  node,
  visit,
  attempt,
  stream,
}: Record<'node' | 'stream', string> & Record<'visit' | 'attempt', number>) {
  return `${node}/${visit}-${attempt}/${stream}`;
}

/** What the page of a bundle is given of it besides its events: where files are, and what of them it may read. */
export type ViewerData = {
  name: string;
  graph: Graph;
  artifacts: Record<string, string>;
  logs: Record<string, string>;
  /** The beginning of a file, or the end of a log, by its path. */
  texts: Record<string, string>;
};
