// Reads a part of the tree with a zod schema. Where the schema wants text and the file has an unquoted number, boolean or
// null, the scalar's source text is taken: `version: 1.10` is "1.10" and `command: [sleep, 5]` needs no quotes.
// What does not fit is reported and left out, so that one slip does not hide the others.
import type { z } from 'zod';
import type { Findings } from '../problems/findings.ts';
import { describeIssue, type Issue } from '../problems/schema-issue.ts';
import { nodeAt, type Path, type SourceNode, toValue } from './source-tree.ts';

/** `isWhole` is false when more than unknown keys had to be left out. */
export type Parsed<Data> = { data: Data | null; isWhole: boolean };

const mostRounds = 8;

/** `value` is what of `tree` is to be read; `path` is the tree's own place in the file. */
export function parseTree<Data>(
  schema: z.ZodType<Data>,
  tree: SourceNode,
  path: Path,
  findings: Findings,
  value: unknown = toValue(tree),
): Parsed<Data> {
  const holder = { value };
  let result = schema.safeParse(holder.value);
  for (let round = 0; round < mostRounds && !result.success; round++) {
    const texts = wantedTexts(result.error.issues as Issue[], []).filter((at) => useSourceText(holder, tree, at));
    if (texts.length === 0) break;
    result = schema.safeParse(holder.value);
  }
  if (result.success) return { data: result.data, isWhole: true };

  let isWhole = true;
  for (const issue of result.error.issues as Issue[]) describeIssue(issue, { schema, tree, path, findings });
  for (let round = 0; round < mostRounds && !result.success; round++) {
    // From the end, so that taking an item out of a list does not move the ones still to come.
    for (const issue of (result.error.issues as Issue[]).toReversed()) {
      if (issue.code === 'unrecognized_keys')
        for (const key of issue.keys) remove(holder, [...(issue.path as Path), key]);
      else {
        isWhole = false;
        if (!remove(holder, issue.path as Path)) remove(holder, issue.path.slice(0, -1) as Path);
      }
    }
    result = schema.safeParse(holder.value);
  }
  return { data: result.success ? result.data : null, isWhole };
}

/** Paths at which text was wanted, also inside the members of unions. */
function wantedTexts(issues: Issue[], above: Path): Path[] {
  return issues.flatMap((issue): Path[] => {
    const path = [...above, ...(issue.path as Path)];
    if (issue.code === 'invalid_union') return issue.errors.flatMap((member) => wantedTexts(member as Issue[], path));
    return issue.code === 'invalid_type' && issue.expected === 'string' ? [path] : [];
  });
}

function useSourceText(holder: { value: unknown }, tree: SourceNode, path: Path): boolean {
  const source = nodeAt(tree, path);
  if (source?.kind !== 'scalar' || source.text === '') return false;
  const parent = parentOf(holder, path);
  const key = path.at(-1) ?? 'value';
  if (!parent || parent[key] === source.text || !Object.hasOwn(parent, key)) return false;
  parent[key] = source.text;
  return true;
}

function remove(holder: { value: unknown }, path: Path): boolean {
  const parent = parentOf(holder, path);
  const key = path.at(-1);
  if (!parent || key === undefined || !Object.hasOwn(parent, key)) return false;
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
  return true;
}

function parentOf(holder: { value: unknown }, path: Path): Record<string | number, unknown> | undefined {
  let parent: unknown = holder;
  for (const key of ['value', ...path].slice(0, path.length)) {
    if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, key)) return undefined;
    parent = (parent as Record<string | number, unknown>)[key];
  }
  return typeof parent === 'object' && parent !== null ? (parent as Record<string | number, unknown>) : undefined;
}
