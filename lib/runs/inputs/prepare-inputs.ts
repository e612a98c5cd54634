// What a run is started with, made ready to be kept: checked, its secrets taken out, its files stored.

import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import { sizeWords, tooLargeWords, withoutHandles } from '../../nodes/parts/large-value.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';
import type { Graph } from '../../workflow/graph.ts';
import { checkInputs, type InputProblem } from '../../workflow/inputs/inputs.ts';
import { storeFiles } from './file-inputs.ts';
import { hideSecrets, secretProblems } from './secret-inputs.ts';

export type Inputs = Record<string, unknown>;

export function invalidInputs(problems: InputProblem[]): AppError {
  const words = problems.map(({ input, message }) => `${input}: ${message}`).join('; ');
  return new AppError('invalid_inputs', `The run cannot start: ${words}`, { details: { problems } });
}

/** Files are kept as files, and have a limit of their own. */
function checkSize({ env }: Needs<'env'>, graph: Graph, inputs: Inputs): void {
  const sizes = graph.inputs
    .filter(({ type }) => type !== 'file')
    .map(({ name }) => ({ name, bytes: Buffer.byteLength(JSON.stringify(inputs[name] ?? null)) }));
  const { value, inputs: all } = env.limits;
  const large = sizes.find(({ bytes }) => bytes > value);
  if (large) throw new AppError('too_large', tooLargeWords(`The input "${large.name}"`, large.bytes, value));
  const sum = sizes.reduce((total, { bytes }) => total + bytes, 0);
  if (sum <= all) return;
  const words = `The inputs have ${sizeWords(sum)} in all; a run may have ${sizeWords(all)} (GATEHOUSE_MAX_INPUTS)`;
  throw new AppError('too_large', words);
}

export async function prepareInputs(
  house: Needs<'env'>,
  graph: Graph,
  given: Inputs,
  run: { id: string; workflow: string; source: string },
): Promise<{ inputs: Inputs; secrets: RunSecrets }> {
  const checked = checkInputs(graph, withoutHandles(given));
  if (!checked.ok) throw invalidInputs(checked.problems);
  const problems = secretProblems(graph, checked.inputs, run.source);
  if (problems.length > 0) throw invalidInputs(problems);
  const { inputs, secrets } = hideSecrets(graph, checked.inputs);
  checkSize(house, graph, inputs);
  return { inputs: await storeFiles(house, graph, inputs, run), secrets };
}
