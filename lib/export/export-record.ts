// One record of a run alone: its file, or a zip when it has several or is a folder.
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Needs } from '../console/console.ts';
import { openExportedRun } from './records/exported-run.ts';
import { type RecordName, recordOf } from './records/index.ts';

export type ExportedRecord = { name: string; type: string; stream: Readable };

const seal = { mtime: new Date(0), compress: true };

export async function exportRecord(
  house: Needs<'store' | 'workflows'>,
  runId: string,
  as: RecordName,
): Promise<ExportedRecord> {
  const run = await openExportedRun(house, runId);
  const files = recordOf(as).files(run);
  const [first] = files;
  if (first && files.length === 1 && !first.path.includes('/')) {
    return { name: first.path, type: first.type, stream: Readable.from(first.text()) };
  }
  const zip = new ZipFile();
  for (const { path, text } of files) zip.addReadStreamLazy(path, seal, (done) => done(null, Readable.from(text())));
  zip.end();
  const name = `${run.run.workflow}-${runId}-${as}.zip`;
  return { name, type: 'application/zip', stream: zip.outputStream as unknown as Readable };
}
