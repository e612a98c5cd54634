// What a run keeps beside its log, to be sent: an artifact, or a value that is too large for an event.
import { relative } from 'node:path';
import { openArtifact } from '../clients/files/files.ts';
import { valueFile } from '../clients/files/value-files.ts';
import type { Needs } from '../console/console.ts';
import { AppError } from '../errors.ts';

export async function openRunArtifact(house: Needs<'env' | 'store'>, runId: string, artifactId: string) {
  const artifact = await house.store.readArtifact(runId, artifactId);
  if (!artifact) throw new AppError('not_found', `Run ${runId} has no artifact "${artifactId}"`);
  return { artifact, opened: await openArtifact(house.env.dataDirectory, artifact.file) };
}

/** The bytes of a value that the run's state only has a handle of. */
export async function openRunValue(house: Needs<'env' | 'store'>, runId: string, hash: string) {
  const run = await house.store.readRun(runId);
  if (!run || !/^[0-9a-f]{64}$/.test(hash)) throw new AppError('not_found', `Run ${runId} has no value "${hash}"`);
  const data = house.env.dataDirectory;
  const file = relative(data, valueFile(data, { workflow: run.workflow, run: runId }, hash));
  return { value: { name: `${hash.slice(0, 12)}.json`, sha256: hash }, opened: await openArtifact(data, file) };
}
