import { openArtifact } from '../clients/files/files.ts';
import { currentEnv } from '../current-env.ts';
import { AppError } from '../errors.ts';
import { currentStore } from '../store/current-store.ts';

export async function openRunArtifact(runId: string, artifactId: string) {
  const artifact = await currentStore().readArtifact(runId, artifactId);
  if (!artifact) throw new AppError('not_found', `Run ${runId} has no artifact "${artifactId}"`);
  return { artifact, opened: await openArtifact(currentEnv().dataDirectory, artifact.file) };
}
