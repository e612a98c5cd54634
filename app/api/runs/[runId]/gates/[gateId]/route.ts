import { z } from 'zod';
import type { Console } from '#lib/console/console.ts';
import { AppError, errorStatus } from '#lib/errors.ts';
import { noticePage } from '#lib/html/plain-page.ts';
import { route } from '#lib/http/route.ts';
import { paths } from '#lib/paths.ts';
import type { Actor } from '#lib/people/actor.ts';
import { readAnswerForm } from '#lib/people/gate-page/answer-form.ts';
import { answered, answerGate } from '#lib/runs/answer-gate.ts';
import { readGate, readGateDetail } from '#lib/runs/gates/read-gate.ts';
import { gateDetail } from '#lib/runs/views.ts';

type Who = { runId: string; gateId: string; actor: Actor };

export const GET = route(
  {
    may: 'see',
    summary: 'One gate, with the files that it shows and whether you may answer it',
    answers: { 200: gateDetail },
    errors: ['not_found'],
  },
  async ({ house, params, actor }) => ({ status: 200, body: await readGateDetail(house, params, actor) }),
);

/** What went wrong, as a page for a browser without scripts, with the way back. */
function told(error: unknown): Response {
  if (!(error instanceof AppError) || error.kind !== 'user') throw error;
  const title = error.code === 'gate_already_answered' ? 'This was answered already' : 'Your answer was not taken';
  return noticePage({ status: errorStatus[error.code], title, text: `${error.message}. Go back to change it.` });
}

async function answerForm(house: Console, who: Who, form: URLSearchParams): Promise<Response> {
  const gate = await readGate(house, who);
  const { option, values, comment, problems } = readAnswerForm(gate.fields, form);
  if (problems.length > 0) {
    const words = problems.map(({ field, message }) => `${field}: ${message}`).join('; ');
    throw new AppError('invalid_answer', words, { details: { problems } });
  }
  await answerGate(house, { ...who, option, values, comment, override: form.get('override') === 'on' });
  return new Response(null, { status: 303, headers: { location: paths.run(who.runId) } });
}

const answer = z.strictObject({
  option: z.string().max(200),
  values: z.record(z.string(), z.unknown()).optional(),
  comment: z.string().max(10_000).nullish(),
  override: z
    .boolean()
    .optional()
    .describe('An administrator passes over assignees, quorum or no_self; takes a comment'),
});

export const POST = route(
  {
    may: 'be_asked',
    summary: 'Answers a gate, once: a second answer is refused and told the first',
    body: { formOrJson: answer },
    answers: { 200: answered, 303: null },
    errors: ['not_found', 'gate_already_answered', 'run_ended', 'invalid_answer'],
  },
  async ({ house, params: { runId, gateId }, body, actor }) => {
    const who = { runId, gateId, actor };
    if (body.form !== undefined) return answerForm(house, who, body.form).catch(told);
    return answerGate(house, { ...who, ...body.json });
  },
);
