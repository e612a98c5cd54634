// The files a run is started with: written whole and synced below the run's directory, outside of its workspace, before
// the run exists. Their place follows from the run, the input and the name; no path that somebody sent is ever opened.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { artifactName, openInside, runDirectory } from '../../clients/files/files.ts';
import { writeArtifact } from '../../clients/files/write-artifact.ts';
import type { Needs } from '../../console/console.ts';
import type { Graph } from '../../workflow/graph.ts';
import type { GivenFile } from '../../workflow/inputs/input-value.ts';
import { copyTree } from '../work/copy-files.ts';

/** What an expression sees of a file. */
export type InputFile = { name: string; path: string; type: string; size: number; sha256: string };

type Inputs = Record<string, unknown>;
type RunPlace = { id: string; workflow: string };

export function inputsDirectory(house: Needs<'env'>, { id, workflow }: RunPlace): string {
  return join(runDirectory(house.env.dataDirectory, workflow, id), 'inputs');
}

/** Where the file of an input is kept. */
export function inputFilePath(house: Needs<'env'>, run: RunPlace, input: string, name: string): string {
  return join(inputsDirectory(house, run), input, artifactName(name));
}

/** The files among a run's inputs. */
export function filesAmong(graph: Pick<Graph, 'inputs'>, inputs: Inputs): { input: string; file: InputFile }[] {
  return graph.inputs.flatMap(({ name, type }) => {
    const file = inputs[name] as Partial<InputFile> | null | undefined;
    return type === 'file' && file?.sha256 ? [{ input: name, file: file as InputFile }] : [];
  });
}

/** The inputs with what is known of each file in place of its bytes. */
export async function storeFiles(
  house: Needs<'env'>,
  graph: Pick<Graph, 'inputs'>,
  inputs: Inputs,
  run: RunPlace,
): Promise<Inputs> {
  const stored: Inputs = { ...inputs };
  for (const { name: input, type } of graph.inputs) {
    if (type !== 'file' || !inputs[input]) continue;
    const { name, base64 } = inputs[input] as GivenFile;
    const directory = join(inputsDirectory(house, run), input);
    // An earlier try to start the same called run may have been cut off here.
    await rm(directory, { recursive: true, force: true });
    const { file: path, ...known } = await writeArtifact({ directory, name, bytes: Buffer.from(base64, 'base64') });
    stored[input] = { name: known.name, path, type: known.type, size: known.size, sha256: known.sha256 };
  }
  return stored;
}

/** The inputs of a run, with its files where another one keeps its copies of them. */
export function inputsFor(house: Needs<'env'>, graph: Pick<Graph, 'inputs'>, inputs: Inputs, run: RunPlace): Inputs {
  const moved = filesAmong(graph, inputs).map(({ input, file }) => [
    input,
    { ...file, path: inputFilePath(house, run, input, file.name) },
  ]);
  return { ...inputs, ...Object.fromEntries(moved) };
}

export function copyInputFiles(house: Needs<'env'>, from: RunPlace, to: RunPlace): Promise<void> {
  return copyTree(inputsDirectory(house, from), inputsDirectory(house, to));
}

/** A stored file as it would be given for another run; undefined when it is lost. */
export async function givenAgain(
  house: Needs<'env'>,
  run: RunPlace,
  input: string,
  { name }: InputFile,
): Promise<GivenFile | undefined> {
  try {
    const { handle } = await openInside(inputsDirectory(house, run), inputFilePath(house, run, input, name));
    try {
      return { name, base64: (await handle.readFile()).toString('base64') };
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}
