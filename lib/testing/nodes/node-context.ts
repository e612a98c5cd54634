// For tests of node types: the pure context over given data, and a world in which nothing may be touched but what a test names.

import type { DecideContext, NodeContext } from '../../nodes/contract/node-context.ts';
import type { Change } from '../../nodes/contract/outcome.ts';
import { newPointing } from '../../nodes/pointing/aim.ts';
import { evaluate, isTruthy, parseExpression, type Scope } from '../../workflow/expression/expression.ts';
import { renderValue } from '../../workflow/template.ts';

/** Names are read from the given data; applied changes are seen under `computed`, `flags` or their own name. */
export function decideOver(given: Record<string, unknown>): DecideContext {
  return contextOver({ computed: {}, flags: {}, ...given }, {});
}

function contextOver(data: Record<string, unknown>, names: Record<string, unknown>): DecideContext {
  const scope: Scope = {
    get: (name) => ({ ...data, ...names })[name],
    has: (name) => Object.hasOwn({ ...data, ...names }, name),
    names: () => Object.keys({ ...data, ...names }),
  };
  const evaluateText = (text: string) => {
    const parsed = parseExpression(text);
    if (!parsed.ok) throw new Error(parsed.message);
    return evaluate(parsed.expression, scope);
  };
  return {
    nodeId: 'probe',
    nodeName: 'Probe',
    visit: 1,
    attempt: 1,
    now: '2026-01-01T00:00:00.000Z',
    mostItems: 1000,
    evaluate: evaluateText,
    isTrue: (text) => isTruthy(evaluateText(text)),
    render: (value) => renderValue(value, scope),
    keep: (value) => renderValue(value, scope),
    renderText: (text) => String(renderValue(text, scope)),
    read: (path) => evaluateText(`${path} ?? null`),
    apply: ({ path, value }: Change) => {
      const [root = '', name] = path.split('.');
      data[root] = name === undefined ? value : { ...(data[root] as object), [name]: value };
    },
    within: (more) => contextOver(data, { ...names, ...more }),
  };
}

function untouched(what: string): never {
  throw new Error(`this node has no business with ${what}`);
}

const noFiles: NodeContext['files'] = {
  read: async () => untouched('files'),
  write: async () => untouched('files'),
  list: async () => untouched('files'),
  find: async () => null,
  glob: async () => untouched('files'),
  makeDirectory: async () => untouched('files'),
  remove: async () => untouched('files'),
  readConfig: async () => untouched('files'),
  writeConfigEntry: async () => untouched('files'),
};

export function workingContext(world: Partial<NodeContext>): NodeContext {
  const ctx: Omit<NodeContext, 'ofModel'> = {
    runId: 'run-1',
    nodeId: 'probe',
    visit: 1,
    attempt: 1,
    signal: new AbortController().signal,
    workspace: '/workspace',
    artifactsDirectory: '/artifacts',
    output: () => {},
    trace: () => {},
    saveArtifact: async () => untouched('artifacts'),
    readArtifact: async () => untouched('artifacts'),
    leaveFile: async (ending) => `.gatehouse/run-1/probe/1.${ending}`,
    keepFiles: async (mentions = []) => ({ kept: [], mentions }),
    runCommand: async () => untouched('commands'),
    startBackground: async () => untouched('commands'),
    readBackground: async () => untouched('commands'),
    callTool: async () => untouched('tools'),
    listTools: async () => untouched('tools'),
    repositoryOptions: async () => untouched('repositories'),
    callModel: async () => untouched('models'),
    missingOutside: async () => untouched('the outside'),
    pointing: newPointing(),
    isOverBudget: () => false,
    role: null,
    findRole: () => null,
    readInstructions: async () => untouched('instructions'),
    files: noFiles,
    fetch: async () => untouched('the web'),
    resumed: null,
    notebook: { read: async () => untouched('a notebook'), write: async () => untouched('a notebook') },
    data: decideOver({}),
    ...world,
  };
  return { ofModel: ctx, ...ctx };
}
