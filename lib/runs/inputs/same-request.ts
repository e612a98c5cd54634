// Whether a start with a known Idempotency-Key asks for what the first one asked for. Secrets are compared without being
// shown, files by their hash.

import { createHash } from 'node:crypto';
import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import { isSameSecret } from '../../people/secret-token.ts';
import type { GivenFile } from '../../workflow/inputs/input-value.ts';
import { graphOf } from '../work/graph-of.ts';
import { loadFields } from '../work/run-values.ts';
import type { InputFile } from './file-inputs.ts';
import { secretsOf } from './secret-inputs.ts';

type Request = { workflow?: string; source?: string; inputs?: Record<string, unknown> };

/** A key that was used for another request is a mistake of the caller, not a wish for that other run. */
export async function checkSameRequest(
  house: Needs<'env' | 'store' | 'workflows'>,
  runId: string,
  request: Request,
): Promise<void> {
  if (await isSameRequest(house, runId, request)) return;
  throw new AppError(
    'conflict',
    `This Idempotency-Key was used for another request, which started run ${runId}; use a new key`,
  );
}

async function isSameRequest(
  house: Needs<'env' | 'store' | 'workflows'>,
  runId: string,
  { workflow, source, inputs = {} }: Request,
): Promise<boolean> {
  const run = await house.store.readRun(runId);
  if (!run || (workflow !== undefined && run.workflow !== workflow)) return false;
  const version = source === undefined ? null : await house.store.readWorkflowVersion(run.versionId);
  if (source !== undefined && version?.source !== source) return false;
  const graph = await graphOf(house, run.versionId);
  const secrets = (await secretsOf(house, runId, graph, run.inputs)).values();
  const whole = await loadFields(house, { workflow: run.workflow, run: runId }, run.inputs);
  return Object.entries(inputs).every(([name, given]) => {
    const kept = whole[name];
    const type = graph.inputs.find((field) => field.name === name)?.type;
    if (type === 'secret') return isSameSecret(String(given ?? ''), secrets[name] ?? '');
    if (type === 'file') return isSameFile(given, kept);
    return JSON.stringify(kept) === JSON.stringify(given) || String(kept) === String(given);
  });
}

function isSameFile(given: unknown, kept: unknown): boolean {
  if (!given || !kept) return !given === !kept;
  const { base64 } = given as Partial<GivenFile>;
  if (typeof base64 !== 'string') return false;
  const bytes = Buffer.from(base64, 'base64');
  return createHash('sha256').update(bytes).digest('hex') === (kept as InputFile).sha256;
}
