import { openArtifact } from '../clients/files/files.ts';
import type { Needs } from '../console/console.ts';
import { AppError } from '../errors.ts';

export async function openRunArtifact(house: Needs<'env' | 'store'>, runId: string, artifactId: string) {
  const artifact = await house.store.readArtifact(runId, artifactId);
  if (!artifact) throw new AppError('not_found', `Run ${runId} has no artifact "${artifactId}"`);
  return { artifact, opened: await openArtifact(house.env.dataDirectory, artifact.file) };
}
