// Reads a workflow without keeping the server from its other work: a small file at once, because its cost is bounded by
// its size, a larger one in a thread with limits.

import { parseInWorker, parseLimits } from '../../clients/files/parse-worker.ts';
import type { Needs } from '../../console/console.ts';
import { unknownFormat } from '../../workflow/dialects/format-names.ts';
import { type LoadedWorkflow, loadWorkflow } from '../../workflow/load.ts';
import type { Problem } from '../../workflow/problems/problem.ts';
import { isOverLimit } from '../../workflow/source/source.ts';

const mostAtOnce = 8 * 1024;

const mostKept = 100;

/** The same text gives the same graph: starting it again costs no reading, and its runs share one graph. */
export async function loadWorkflowSafely(house: Needs<'workflows'>, text: string): Promise<LoadedWorkflow> {
  const known = house.workflows.read.get(text);
  if (known) return known;
  const loaded = await load(house, text);
  const oldest = house.workflows.read.keys().next();
  if (house.workflows.read.size >= mostKept && !oldest.done) house.workflows.read.delete(oldest.value);
  if (loaded.graph) house.workflows.read.set(text, loaded);
  return loaded;
}

async function load(house: Needs<'workflows'>, text: string): Promise<LoadedWorkflow> {
  if (text.length <= mostAtOnce || isOverLimit(text)) return loadWorkflow(text);
  const parsed = await parseInWorker(house, text);
  return parsed.ok ? parsed.result : refusal(refusals[parsed.reason]);
}

const refusals = {
  time: {
    code: 'too_slow',
    message: `the file takes longer than ${parseLimits.milliseconds / 1000} s to read; make it smaller or simpler`,
  },
  memory: {
    code: 'too_large',
    message: `the file takes more than ${parseLimits.megabytes} MB of memory to read; make it smaller or simpler`,
  },
};

function refusal(reason: Pick<Problem, 'code' | 'message'>): LoadedWorkflow {
  const problem: Problem = { severity: 'error', line: 1, column: 1, path: '', ...reason };
  return { graph: null, underWay: null, problems: [problem], format: unknownFormat, name: null, nodes: 0 };
}
