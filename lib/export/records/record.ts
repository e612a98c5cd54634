// What a record of a run is: one or several files, made when they are wanted. Each system that people come from has kept
// its own; here every one of them is written from the same events.
import { visibleJson } from '../../html/visible-text.ts';
import type { ArtifactRecord } from '../../store/contract/artifacts.ts';
import type { ExportedRun } from './exported-run.ts';

/** `type` is its media type. One that is an artifact of the run is in its bundle already, at its own place. */
export type RecordFile = { path: string; type: string; text(): AsyncIterable<string>; artifact?: ArtifactRecord };

export type RunRecord = {
  /** In one sentence, for the description of the API. */
  summary: string;
  /** The formats whose runs have it in their bundle; `all` for every run. */
  bundled: 'all' | readonly string[];
  /** Where its files stand in the bundle; beside the others without one. */
  folder?: string;
  files(run: ExportedRun): RecordFile[];
};

export async function* asJson(value: unknown | Promise<unknown>): AsyncGenerator<string> {
  yield `${visibleJson(JSON.stringify(await value, null, 2))}\n`;
}
