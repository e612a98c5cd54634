// The globs of `artifacts` name files of the workspace: one that leads out of it is refused before anything runs.
import type { Findings } from './findings.ts';
import type { LoadedNode } from './load-nodes.ts';
import { placeOf } from './source-tree.ts';

export function checkArtifacts({ id, common, tree, path }: LoadedNode, findings: Findings): void {
  common.artifacts.forEach((glob, index) => {
    // What a template gives is known only in the run; what stands before it is known now.
    const written = glob.split('${', 1)[0] ?? '';
    if (!leavesWorkspace(written)) return;
    const at = ['artifacts', index];
    findings.error({
      code: 'outside_workspace',
      place: placeOf(tree, at),
      path: [...path, ...at],
      message: `node "${id}" collects "${glob}", which leaves the workspace`,
      suggestion: 'give a path inside it, like "reports/*.md"',
    });
  });
}

/** Absolute, or with more steps up than down. */
export function leavesWorkspace(glob: string): boolean {
  if (glob.startsWith('/')) return true;
  let depth = 0;
  for (const part of glob.split('/')) {
    if (part === '..') depth -= 1;
    else if (part !== '' && part !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}
