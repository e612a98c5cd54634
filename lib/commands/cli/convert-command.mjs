// Prints a workflow of any format that is read in the native language. Nothing is run and no file is changed.
import { parseArgs } from 'node:util';
import { convertWorkflow } from '../../workflow/convert/convert.ts';
import { UsageError } from './usage-error.mjs';
import { problemLines, readWorkflowFile } from './workflow-file.mjs';

export const convertCommand = {
  usage: 'convert <file>',
  summary: 'print a workflow of another format in the native language; its problems go to the error output',
  async execute(/** @type {string[]} */ args) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const [file] = positionals;
    if (!file || positionals.length > 1) throw new UsageError('Name one workflow file.');
    const found = await readWorkflowFile(file);
    const { text, problems } = found.problem ? { text: null, problems: [found.problem] } : convertWorkflow(found.text);
    for (const line of problemLines(file, problems)) console.error(line);
    if (text === null) return 1;
    process.stdout.write(text);
    return 0;
  },
};
