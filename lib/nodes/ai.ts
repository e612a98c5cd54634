// A model with a prompt and the tools it is allowed.
import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import { verbatim } from './contract/field-kinds.ts';
import { runModelLoop } from './model/model-loop.ts';
import { namesGiven, schemaField } from './model/model-loop-answer.ts';
import { checkAsk, modelFields, modelWords, serversOf, toolsField } from './model/model-tools.ts';
import { asText } from './parts/as-text.ts';

const fields = z
  .strictObject({
    prompt: z.string().min(1),
    ...modelFields,
    tools: toolsField.default([]),
    output_schema: verbatim(schemaField)
      .optional()
      .describe('A JSON Schema; the answer, checked against it, is result.value, and its fields are the result’s own'),
    images: z.array(z.string()).default([]).describe('Artifacts for the model to see, like ${shot.artifacts}'),
  })
  .superRefine(checkAsk);

export const ai = defineNode({
  type: 'ai',
  group: 'work',
  summary: 'Lets a model work on a prompt, with the tools it is allowed.',
  fields,
  mainResult: 'it.text',
  gives: (node) => namesGiven(node.output_schema),
  servers: (node) => serversOf(node.tools),
  usesModel: true,
  executes: (node, modelOf) => modelWords(node.model ?? modelOf(), node),
  idempotent: (node) => node.tools.length === 0,
  execute: ({ output_schema, prompt, model, ...node }, ctx) =>
    runModelLoop(
      { ...node, instructions: '', prompt: asText(prompt), model: model ?? null, schema: output_schema },
      ctx,
    ),
});
