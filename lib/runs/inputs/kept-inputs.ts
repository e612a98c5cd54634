// Secrets and files that a new run takes over from another one. They are read here, on the server, and never travel
// through a form, an event or an answer of the API.
import type { Needs } from '../../console/console.ts';
import type { RunState } from '../../engine/state.ts';
import { AppError } from '../../errors.ts';
import { hasLargeValue } from '../../nodes/parts/large-value.ts';
import type { Graph } from '../../workflow/graph.ts';
import { graphOf } from '../work/graph-of.ts';
import { loadWhole } from '../work/run-values.ts';
import { filesAmong, givenAgain, type InputFile } from './file-inputs.ts';
import { type Inputs, invalidInputs } from './prepare-inputs.ts';
import { secretsOf } from './secret-inputs.ts';

/** Fills in what only the server can read, once the workflow is known. */
export type CompleteInputs = (graph: Graph, given: Inputs) => Promise<Inputs>;

async function earlierRun(house: Needs<'env' | 'store' | 'workflows'>, runId: string) {
  const run = await house.store.readRun(runId);
  if (!run) throw new AppError('not_found', `There is no run "${runId}"`);
  const graph = await graphOf(house, run.versionId);
  const { inputs } = run;
  return {
    run,
    inputs,
    files: filesAmong(graph, inputs),
    secrets: await secretsOf(house, runId, graph, inputs),
    graph,
  };
}

/** For running again: a secret, a file or a large value that is not given anew is the earlier run's. */
export const keptFrom =
  (house: Needs<'env' | 'store' | 'workflows'>, runId: string): CompleteInputs =>
  async (graph, given) => {
    const earlier = await earlierRun(house, runId);
    const values = earlier.secrets.values();
    const taken: Inputs = { ...given };
    for (const { name, type } of graph.inputs) {
      const before = earlier.inputs[name];
      const isLarge = hasLargeValue(before);
      const isSameType = earlier.graph.inputs.some((field) => field.name === name && field.type === type);
      if (
        (type !== 'secret' && type !== 'file' && !isLarge) ||
        !isSameType ||
        !before ||
        !isLeftOut(given[name], before)
      )
        continue;
      if (isLarge) taken[name] = await loadWhole(house, { workflow: earlier.run.workflow, run: runId }, before);
      else if (type === 'secret') taken[name] = values[name];
      else taken[name] = await givenAgain(house, earlier.run, name, before as InputFile);
      if (taken[name] === undefined) throw invalidInputs([{ input: name, message: lost(name, type) }]);
    }
    return taken;
  };

/** An earlier run's inputs may be handed in as they are read: then they mean what they stand for. */
function isLeftOut(given: unknown, before: unknown): boolean {
  return given === undefined || given === null || given === '' || JSON.stringify(given) === JSON.stringify(before);
}

const lost = (name: string, type: string) =>
  `input "${name}" must be given again: the ${type} of the earlier run can no longer be read`;

/** For a call: the caller passes a secret on by its marker, and a file by what it knows of it. */
export const passedOn =
  (house: Needs<'env' | 'store' | 'workflows'>, caller: RunState): CompleteInputs =>
  async (graph, given) => {
    const wanted = graph.inputs.filter(({ type }) => type === 'secret' || type === 'file');
    if (wanted.length === 0) return given;
    const { run, files, secrets } = await earlierRun(house, caller.run);
    const taken: Inputs = { ...given };
    for (const { name, type } of wanted) {
      const value = given[name];
      const own = files.find(({ file }) => type === 'file' && file.path === (value as InputFile | null)?.path);
      if (own) taken[name] = await givenAgain(house, run, own.input, own.file);
      else if (type === 'secret') taken[name] = secrets.reveal(value);
    }
    return taken;
  };
