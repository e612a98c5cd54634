// One record of a run alone: its file, or a zip when it has several or is a folder.
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { openArtifact } from '../clients/files/files.ts';
import type { Needs } from '../console/console.ts';
import { openExportedRun } from './records/exported-run.ts';
import { type RecordName, recordOf } from './records/index.ts';
import type { RecordFile } from './records/record.ts';

export type ExportedRecord = { name: string; type: string; stream: Readable };

/** As bytes: an answer cannot be made of texts. A file that is gone is empty here, as the bundle's manifest tells. */
async function* bytesOf({ text, artifact }: RecordFile, data: string): AsyncGenerator<Uint8Array> {
  const opened = artifact && (await openArtifact(data, artifact.file).catch(() => null));
  if (opened) yield* opened.stream;
  else for await (const part of text()) yield Buffer.from(part);
}

const seal = { mtime: new Date(0), compress: true };

export async function exportRecord(
  house: Needs<'env' | 'store' | 'workflows'>,
  runId: string,
  as: RecordName,
): Promise<ExportedRecord> {
  const run = await openExportedRun(house, runId);
  const files = recordOf(as).files(run);
  const streamOf = (file: RecordFile) => Readable.from(bytesOf(file, house.env.dataDirectory));
  const [first] = files;
  if (first && files.length === 1 && !first.path.includes('/')) {
    return { name: first.path, type: first.type, stream: streamOf(first) };
  }
  const zip = new ZipFile();
  for (const file of files) zip.addReadStreamLazy(file.path, seal, (done) => done(null, streamOf(file)));
  zip.end();
  const name = `${run.run.workflow}-${runId}-${as}.zip`;
  return { name, type: 'application/zip', stream: zip.outputStream as unknown as Readable };
}
