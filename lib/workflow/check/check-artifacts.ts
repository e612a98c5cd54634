// The globs of `artifacts` name files of the workspace: one that leads out of it, or that could be matched for ever, is
// refused before anything runs.

import type { LoadedNode } from '../load-nodes.ts';
import type { Findings } from '../problems/findings.ts';
import { placeOf } from '../source/source-tree.ts';

export function checkArtifacts({ id, common, tree, path }: LoadedNode, findings: Findings): void {
  common.artifacts.forEach((glob, index) => {
    // What a template gives is known only in the run; what stands before it is known now.
    const written = glob.split('${', 1)[0] ?? '';
    const at = ['artifacts', index];
    const found = { place: placeOf(tree, at), path: [...path, ...at] };
    if (leavesWorkspace(written)) {
      findings.error({
        ...found,
        code: 'outside_workspace',
        message: `node "${id}" collects "${glob}", which leaves the workspace`,
        suggestion: 'give a path inside it, like "reports/*.md"',
      });
    } else if (isTooWild(written)) {
      findings.error({
        ...found,
        code: 'too_wild',
        message: `node "${id}" collects "${glob}", which ${tooWild}`,
        suggestion: 'write fewer of them, like "reports/*.md"',
      });
    }
  });
}

export const tooWild = 'has more than 3 "*" in one part, more than 2 "**", or a repeated group';

/** One file with a name made for it would keep such a pattern, and with it the console, busy for minutes. */
export function isTooWild(glob: string): boolean {
  const parts = glob.split('/');
  const isStarry = parts.some((part) => (part.match(/\*+/g)?.length ?? 0) > 3);
  return isStarry || parts.filter((part) => part === '**').length > 2 || /[+*]\(/.test(glob);
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
