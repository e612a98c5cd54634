// The checks of a node that a model judges right after its work: the verdicts become part of how the attempt ended, and
// one that must hold and does not is its failure.
import { readFile } from 'node:fs/promises';
import { checkError, failedCheck } from '../../engine/decide/evaluate-checks.ts';
import type { NodeContext } from '../../nodes/contract/node-context.ts';
import type { Outcome } from '../../nodes/contract/outcome.ts';
import { judgeWork } from '../../nodes/model/judge-work.ts';
import { isPureCheck } from '../../nodes/parts/check-spec.ts';
import type { GraphNode } from '../../workflow/graph.ts';

const mostTools = 20;

/** What an attempt leaves for a judge: what its tools said last, and its last picture. */
export type AttemptEvidence = { tools: string[]; image: { type: string; file: string } | null };

export function rememberTool(evidence: AttemptEvidence, text: string): void {
  evidence.tools.push(text);
  if (evidence.tools.length > mostTools) evidence.tools.shift();
}

async function asDataUrl(image: AttemptEvidence['image']): Promise<string | null> {
  return image && `data:${image.type};base64,${await readFile(image.file, 'base64')}`;
}

export async function judgeAttempt(
  node: GraphNode,
  ctx: NodeContext,
  outcome: Extract<Outcome, { ok: true }>,
  evidence: AttemptEvidence,
): Promise<Outcome> {
  const checks = node.checks.filter((check) => check.when === 'inline' && !isPureCheck(check));
  if (checks.length === 0) return outcome;
  const image = await asDataUrl(evidence.image);
  const { result, sideResults = {} } = outcome;
  const seen = { node: node.name, result, tools: evidence.tools, image };
  const results = await judgeWork(ctx, checks, seen, ctx.role?.model ?? null);
  const judged = { ...sideResults, verdicts: results.map((one) => ({ node: node.id, result: one })) };
  const broken = failedCheck(results);
  return broken ? { ok: false, error: checkError(broken), sideResults: judged } : { ...outcome, sideResults: judged };
}
