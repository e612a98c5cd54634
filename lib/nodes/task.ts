// An action of a role, in the workflow's own words: a model carries it out with the tools of the workspace. A command is
// always asked about unless `tools` names run_command.
import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import { runModelLoop } from './model/model-loop.ts';
import { checkAsk, modelFields, modelWords, serversOf, toolsField, workspaceToolNames } from './model/model-tools.ts';
import { asText } from './parts/as-text.ts';

const fields = z
  .strictObject({
    action: z.string().min(1).describe('What to do, in the words of the workflow'),
    params: z.record(z.string(), z.unknown()).default({}),
    returns: z
      .record(z.string(), z.string())
      .optional()
      .describe('What the JSON object at the end of its answer says: the fields, each with what it means'),
    ...modelFields,
    tools: toolsField.default([]).describe('Tools of servers; run_command here means without asking'),
  })
  .superRefine(({ tools, ask }, context) => checkAsk({ tools: [...tools, ...workspaceToolNames], ask }, context));
type Fields = z.infer<typeof fields>;

function limitsOf({ tools, ask }: Pick<Fields, 'tools' | 'ask'>) {
  return {
    tools: [...new Set([...workspaceToolNames, ...tools])],
    ask: tools.includes('run_command') ? ask : [...ask, 'run_command'],
  };
}

const instructions = `Carry out the action with its parameters.
End your last answer with one JSON object that says how it went, like {"result": "pass"} or {"result": "fail", "reason": "why"}.`;

/** Whoever branches on what a model reports must have told it what to report. */
const instructionsFor = (returns: Fields['returns'] = {}) =>
  [instructions, ...Object.entries(returns).map(([name, words]) => `Its field "${name}" says: ${asText(words)}`)].join(
    '\n',
  );

export const task = defineNode({
  type: 'task',
  group: 'work',
  summary: 'Lets a model carry out an action in the workspace.',
  fields,
  mainResult: 'it.result',
  servers: (node) => serversOf(node.tools),
  usesModel: true,
  executes: (node, modelOf) => modelWords(node.model ?? modelOf(), limitsOf(node)),
  idempotent: () => false,
  execute: ({ action, params, returns, model, ...node }, ctx) =>
    runModelLoop(
      {
        ...node,
        ...limitsOf(node),
        instructions: instructionsFor(returns),
        prompt: `Action: ${asText(action)}\nParameters: ${JSON.stringify(params, null, 2)}`,
        model: model ?? null,
        spreads: true,
      },
      ctx,
    ),
});
