// Saves a workflow file: only a valid one, and only over the version the writer has seen; a new one over none at all.

import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedStem } from '../clients/files/workflow-folder.ts';
import type { Needs } from '../console/console.ts';
import { AppError } from '../errors.ts';
import { seesWorkflow } from '../people/access.ts';
import type { Actor } from '../people/actor.ts';
import { auditEntry } from '../people/audit/audit-entry.ts';
import { describeProblem } from '../workflow/problems/problem.ts';
import { looksLikeJson } from '../workflow/source/json-defect.ts';
import { findWorkflowFile, readWorkflow } from './read-workflows.ts';
import { checkedGraph, workflowVersionOf } from './start-run.ts';
import type { WorkflowDetail } from './views.ts';

const legalName = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,99}$/;

export type SaveRequest = {
  workflow: string;
  source: string;
  ifMatch: string | null;
  /** It is refused where a file has this name already, whatever `ifMatch` says. */
  isNew?: boolean;
  actor: Actor;
};

const taken = (workflow: string) =>
  new AppError('conflict', `There is a workflow "${workflow}" already; choose another name`);

export async function saveWorkflow(
  house: Needs<'env' | 'store' | 'workflows'>,
  { workflow, source, ifMatch, isNew = false, actor }: SaveRequest,
): Promise<WorkflowDetail> {
  if (!legalName.test(workflow)) {
    throw new AppError('bad_request', `"${workflow}" cannot be a workflow’s name; use letters, digits, - and _`);
  }
  const there = await findWorkflowFile(house, workflow);
  if (isNew && there) throw taken(workflow);
  const [problem] = there ? sharedStem(there) : [];
  if (problem) throw new AppError('conflict', `The workflow cannot be saved: ${describeProblem(problem)}`);
  const name = there?.name ?? `${workflow}.${looksLikeJson(source) ? 'json' : 'yaml'}`;
  const graph = await checkedGraph(house, source, name);
  const known = await readWorkflow(house, workflow, null).catch(() => null);
  if (known && !seesWorkflow(actor, known.graph)) {
    throw new AppError('forbidden', `The workflow "${workflow}" is not yours to change`);
  }
  const expected = ifMatch?.replace(/^W\/|"/g, '') ?? null;
  if (known && expected !== known.etag) {
    const reason = expected === null ? 'send its ETag as If-Match' : 'it has changed since you read it; read it again';
    throw new AppError('wrong_version', `The workflow "${workflow}" exists; ${reason}`);
  }
  const file = join(house.env.workflowsDirectory, name);
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, 'wx');
    await handle.writeFile(source);
    await handle.sync();
    await handle.close();
    // A link never replaces: of two who save the same new name at once, one is told.
    await (isNew ? link(temporary, file) : rename(temporary, file));
  } catch (error) {
    throw (error as { code?: string }).code === 'EEXIST' ? taken(workflow) : error;
  } finally {
    await rm(temporary, { force: true });
  }
  const saved = workflowVersionOf(workflow, source, graph, actor.name);
  const details = { version: graph.version, text: saved.id };
  await house.store.saveWorkflowVersion(saved, auditEntry(actor, 'workflow.saved', workflow, details));
  return readWorkflow(house, workflow, null);
}
