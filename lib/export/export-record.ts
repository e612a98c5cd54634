// One record of a run alone: its file, or a zip when it has several or is a folder.
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Needs } from '../console/console.ts';
import { openExportedRun } from './records/exported-run.ts';
import { type RecordName, recordOf } from './records/index.ts';
import type { RecordFile } from './records/record.ts';

export type ExportedRecord = { name: string; type: string; stream: Readable };

/** As bytes: an answer cannot be made of texts. */
const streamOf = ({ text }: RecordFile) => Readable.from(text()).map((part) => Buffer.from(part));

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
    return { name: first.path, type: first.type, stream: streamOf(first) };
  }
  const zip = new ZipFile();
  for (const file of files) zip.addReadStreamLazy(file.path, seal, (done) => done(null, streamOf(file)));
  zip.end();
  const name = `${run.run.workflow}-${runId}-${as}.zip`;
  return { name, type: 'application/zip', stream: zip.outputStream as unknown as Readable };
}
