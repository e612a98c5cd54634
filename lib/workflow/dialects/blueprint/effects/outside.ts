// Consequences that reach further: git, the web, programs, tools of MCP servers.
import { entryOf } from '../../../source/source-tree.ts';
import { scalarFrom } from '../../borrowed-tree.ts';
import { type Fields, fieldsOf } from '../fields.ts';
import { expressionOf, textOf, valueIn, warn, wordsOf } from '../translation.ts';
import { needed } from './files.ts';
import { type Consequence, effect, storedBy, storeKeys } from './pieces.ts';

/** Newer files put what an operation is given into `args`. */
function flat(fields: Fields): Fields {
  const args = fields.get('args')?.value;
  if (args?.kind !== 'map') return fields;
  const own = fields.tree.entries.filter(({ key }) => key !== 'args');
  return fieldsOf({
    ...fields.tree,
    entries: [...own, ...args.entries.filter(({ key }) => !entryOf(fields.tree, key))],
  });
}

const cloneRepo: Consequence = (fields, translation) => {
  const values = needed(fields, translation, ['url', 'repo_url'], ['dest', 'path', 'destination']);
  const [branch, depth] = [fields.get('branch'), fields.get('depth')];
  const words = branch && valueIn(branch.value, translation);
  if (!values || words === null) return null;
  const isNumber = depth?.value.kind === 'scalar' && typeof depth.value.value === 'number';
  if (depth && !isNumber) warn(translation, depth.place, 'left_out', '"depth" must be a number; one commit is fetched');
  return [
    effect(fields.tree, 'clone_repo', {
      url: values[0],
      dest: values[1],
      branch: words,
      depth: isNumber ? depth : undefined,
    }),
  ];
};

const inRepository =
  (type: string): Consequence =>
  (fields, translation) => {
    const values = needed(fields, translation, ['repo_path', 'path', 'repo']);
    const stored = storedBy(fields.get(...storeKeys), fields, translation);
    if (!values || stored === null || (type === 'get_sha' && !stored)) return null;
    if (type === 'get_sha') return [effect(fields.tree, type, { repo_path: values[0], store_as: stored?.name })];
    const kept = stored
      ? [effect(fields.tree, 'set_state', { field: stored.name, value: 'done' }), ...stored.after]
      : [];
    return [effect(fields.tree, type, { repo_path: values[0] }), ...kept];
  };

const gitOperations: Record<string, Consequence> = {
  clone: cloneRepo,
  pull: inRepository('git_pull'),
  fetch: inRepository('git_fetch'),
  'get-sha': inRepository('get_sha'),
  get_sha: inRepository('get_sha'),
};

const gitOps: Consequence = (fields, translation) =>
  gitOperations[fields.text('operation') ?? '']?.(flat(fields), translation) ?? null;

const webFetch: Consequence = (fields, translation) => {
  const values = needed(fields, translation, ['url']);
  const stored = storedBy(fields.get(...storeKeys), fields, translation);
  const [failure, prompt] = [fields.get('allow_failure'), fields.get('prompt')];
  if (!values || !stored) return null;
  return [
    effect(fields.tree, 'web_fetch', {
      url: values[0],
      store_as: stored.name,
      allow_failure: textOf(failure?.value) === 'true' ? true : undefined,
      prompt: prompt && wordsOf(prompt.value, translation),
    }),
    ...stored.after,
  ];
};

const cacheWeb: Consequence = (fields, translation) => {
  const values = needed(fields, translation, ['dest', 'path']);
  const written = fields.get('from');
  const whole = /^\$\{([^}]*)\}$/.exec(textOf(written?.value) ?? '')?.[1];
  const from = written && expressionOf(whole === undefined ? written.value : scalarFrom(written, whole), translation);
  const stored = storedBy(fields.get('store_path_as', ...storeKeys), fields, translation);
  if (!values || !from || stored === null) return null;
  return [
    effect(fields.tree, 'cache_web_content', { from, dest: values[0], store_path_as: stored?.name }),
    ...(stored?.after ?? []),
  ];
};

const webOps: Consequence = (fields, translation) => {
  const operations: Record<string, Consequence> = { fetch: webFetch, cache: cacheWeb };
  return operations[fields.text('operation') ?? '']?.(flat(fields), translation) ?? null;
};

/** `params_type` is held against the file's payload types (version-8). */
const toolCall: Consequence = (fields, translation) => {
  const tool = fields.get('tool');
  const params = fields.get('params', 'arguments');
  fields.get('params_type');
  const stored = storedBy(fields.get(...storeKeys), fields, translation);
  const values = params && valueIn(params.value, translation);
  if (!tool || values === null || stored === null) return null;
  return [
    effect(fields.tree, 'mcp_tool_call', { tool, params: values, store_as: stored?.name }),
    ...(stored?.after ?? []),
  ];
};

const installTool: Consequence = (fields, translation) => {
  const values = needed(fields, translation, ['tool']);
  const command = fields.get('install_command', 'command');
  const skip = fields.get('skip_if_available');
  const text = textOf(command?.value);
  if (!values || text === null || text.includes('${')) return null;
  return [effect(fields.tree, 'install_tool', { tool: values[0], install_command: command, skip_if_available: skip })];
};

export const outsideConsequences: Record<string, Consequence> = {
  clone_repo: cloneRepo,
  get_sha: inRepository('get_sha'),
  git_pull: inRepository('git_pull'),
  git_fetch: inRepository('git_fetch'),
  git_ops_local: gitOps,
  web_fetch: webFetch,
  cache_web_content: cacheWeb,
  web_ops: webOps,
  mcp_tool_call: toolCall,
  install_tool: installTool,
};
