// What a model may use that follows a skill, a command or an agent of another system: those count on the files of the
// project and on its shell. The files are the run's own; a command is always asked about.
import { listFrom, type Origin, type Part } from './borrowed-tree.ts';

const tools = ['read_file', 'write_file', 'edit_file', 'list_files', 'run_command', 'ask_person'];

export const modelLimits = (origin: Origin): Record<string, Part> => ({
  tools: listFrom(origin, tools),
  ask: listFrom(origin, ['run_command']),
});
