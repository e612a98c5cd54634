// What is known of each artifact. The bytes are files; a row is written with the event that announces them.
import type { Database } from 'better-sqlite3';
import type { ArtifactRecord } from '../contract/artifacts.ts';

export function artifactStatements(db: Database) {
  const insert = db.prepare(
    `INSERT INTO "Artifact" (runId, id, node, visit, attempt, name, type, size, sha256, seq, file)
     VALUES (:run, :id, :node, :visit, :attempt, :name, :type, :size, :sha256, :seq, :file)`,
  );
  return { save: (artifact: ArtifactRecord) => insert.run(artifact) };
}
