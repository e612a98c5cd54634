// Checks files without a console and without running anything. A folder stands for the workflow files in it.
import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { sharedStem, workflowFilesIn } from '../../clients/files/workflow-folder.ts';
import { visibleJson, visibleText } from '../../html/visible-text.ts';
import { loadWorkflow } from '../../workflow/load.ts';
import { inFile } from '../../workflow/problems/problem.ts';
import { UsageError } from './usage-error.mjs';
import { problemLines, readWorkflowFile } from './workflow-file.mjs';

export const validateCommand = {
  usage: 'validate <file or folder…> [--json]',
  summary: 'check workflow files; nothing is run and no console is needed',
  async execute(/** @type {string[]} */ args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false } },
    });
    if (positionals.length === 0) throw new UsageError('Name at least one workflow file or folder.');
    const results = [];
    for (const named of positionals) {
      for (const file of await filesOf(named)) {
        const result = await validate(file);
        results.push(result);
        if (!values.json) print(result);
      }
    }
    if (values.json) console.log(visibleJson(JSON.stringify(results, null, 2)));
    return results.every(({ ok }) => ok) ? 0 : 1;
  },
};

/**
 * @param {string} named
 * @returns {Promise<{ file: string, also: import('../../workflow/problems/problem.ts').Problem[] }[]>}
 */
async function filesOf(named) {
  const isFolder = await stat(named).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return [{ file: named, also: [] }];
  const files = await workflowFilesIn(named);
  if (files.length === 0) throw new Error(`There are no workflow files (.yaml, .yml, .json) in ${named}.`);
  return files.map((one) => ({ file: one.path, also: sharedStem(one) }));
}

/** @param {Awaited<ReturnType<typeof filesOf>>[number]} named */
async function validate({ file, also }) {
  const found = await readWorkflowFile(file);
  const loaded = found.problem
    ? { graph: null, problems: [found.problem], format: null, name: null, nodes: 0 }
    : loadWorkflow(found.text);
  const { graph, format, name, nodes } = loaded;
  const problems = inFile(file, [...also, ...loaded.problems]);
  return { file, ok: graph !== null && also.length === 0, format, name, nodes, problems };
}

/** @param {Awaited<ReturnType<typeof validate>>} result */
function print({ file, ok, problems }) {
  for (const line of problemLines(file, problems)) console.log(line);
  if (ok) console.log(`${visibleText(file)}: no errors`);
}
