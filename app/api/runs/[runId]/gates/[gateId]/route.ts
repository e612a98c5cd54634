import { z } from 'zod';
import { currentConsole } from '#lib/console/current-console.ts';
import { AppError, errorStatus } from '#lib/errors.ts';
import { noticePage } from '#lib/html/plain-page.ts';
import { checkFields } from '#lib/http/read-body.ts';
import { route } from '#lib/http/route.ts';
import { paths } from '#lib/paths.ts';
import { readAnswerForm } from '#lib/people/gate-page/answer-form.ts';
import { answerGate } from '#lib/runs/answer-gate.ts';

type Who = { runId: string; gateId: string; by: string; via: string };

const answer = z.strictObject({
  option: z.string().max(200),
  values: z.record(z.string(), z.unknown()).optional(),
  comment: z.string().max(10_000).nullish(),
});

export const GET = route({}, async ({ params }) => {
  const gate = await currentConsole().store.readGate(params.runId, params.gateId);
  if (!gate) throw new AppError('not_found', `Run ${params.runId} has no gate "${params.gateId}"`);
  return { status: 200, body: gate };
});

/** What went wrong, as a page for a browser without scripts, with the way back. */
function told(error: unknown): Response {
  if (!(error instanceof AppError) || error.kind !== 'user') throw error;
  const title = error.code === 'gate_already_answered' ? 'This was answered already' : 'Your answer was not taken';
  return noticePage({ status: errorStatus[error.code], title, text: `${error.message}. Go back to change it.` });
}

async function answerForm(who: Who, form: URLSearchParams): Promise<Response> {
  const gate = await currentConsole().store.readGate(who.runId, who.gateId);
  if (!gate) throw new AppError('not_found', `Run ${who.runId} has no gate "${who.gateId}"`);
  const { option, values, comment, problems } = readAnswerForm(gate.fields, form);
  if (problems.length > 0) {
    const words = problems.map(({ field, message }) => `${field}: ${message}`).join('; ');
    throw new AppError('invalid_answer', words, { details: { problems } });
  }
  await answerGate(currentConsole(), { ...who, option, values, comment });
  return new Response(null, { status: 303, headers: { location: paths.run(who.runId) } });
}

export const POST = route({ body: 'form-or-json' }, async ({ params, body, principal }) => {
  const { runId, gateId } = params;
  const who: Who = { runId, gateId, by: principal.name, via: principal.via };
  if (body.form !== undefined) return answerForm(who, body.form).catch(told);
  const { option, values, comment } = checkFields(answer, body.json);
  return answerGate(currentConsole(), { ...who, option, values: values ?? {}, comment: comment ?? null });
});
