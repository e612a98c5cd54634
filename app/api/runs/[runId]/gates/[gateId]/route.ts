import { z } from 'zod';
import { AppError } from '#lib/errors.ts';
import { checkFields } from '#lib/http/read-body.ts';
import { route } from '#lib/http/route.ts';
import { paths } from '#lib/paths.ts';
import { readAnswerForm } from '#lib/people/answer-form.ts';
import { answerGate } from '#lib/runs/answer-gate.ts';
import { currentStore } from '#lib/store/current-store.ts';

const answer = z.strictObject({
  option: z.string().max(200),
  values: z.record(z.string(), z.unknown()).optional(),
  comment: z.string().max(10_000).nullish(),
});

export const GET = route({}, async ({ params }) => {
  const gate = await currentStore().readGate(params.runId, params.gateId);
  if (!gate) throw new AppError('not_found', `Run ${params.runId} has no gate "${params.gateId}"`);
  return { status: 200, body: gate };
});

export const POST = route({ body: 'form-or-json' }, async ({ params, body, principal }) => {
  const { runId, gateId } = params;
  const who = { runId, gateId, by: principal.name, via: principal.via };
  if (body.form === undefined) {
    const { option, values, comment } = checkFields(answer, body.json);
    return answerGate({ ...who, option, values: values ?? {}, comment: comment ?? null });
  }
  const gate = await currentStore().readGate(runId, gateId);
  if (!gate) throw new AppError('not_found', `Run ${runId} has no gate "${gateId}"`);
  const { option, values, comment, problems } = readAnswerForm(gate.fields, body.form);
  if (problems.length > 0) {
    throw new AppError('invalid_answer', problems.map(({ field, message }) => `${field}: ${message}`).join('; '), {
      details: { problems },
    });
  }
  await answerGate({ ...who, option, values, comment });
  return new Response(null, { status: 303, headers: { location: paths.run(runId) } });
});
