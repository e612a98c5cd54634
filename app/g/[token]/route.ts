// The gate link: GET shows the question and decides nothing, whoever opens it and however often; a form that this page
// showed, posted from our own origin with a name, decides once.
import { AppError } from '#lib/errors.ts';
import { clientAddress, clientAgent } from '#lib/http/client-address.ts';
import { gateLinkError, requireGateLink } from '#lib/http/linked-gate.ts';
import { route } from '#lib/http/route.ts';
import { paths } from '#lib/paths.ts';
import { linkActor } from '#lib/people/actor.ts';
import { type GateLink, linkVoice } from '#lib/people/gate-links.ts';
import { readAnswerForm } from '#lib/people/gate-page/answer-form.ts';
import { isFreshAnswerNonce, issueAnswerNonce } from '#lib/people/gate-page/answer-nonce.ts';
import { answeredCookie, hasAnswered } from '#lib/people/gate-page/answered-cookie.ts';
import { decidedGatePage, openGatePage } from '#lib/people/gate-page/gate-page.ts';
import { type GatePageData, readGatePage } from '#lib/people/gate-page/gate-page-data.ts';
import { readGiverName } from '#lib/people/gate-page/giver-name.ts';
import { answerGate } from '#lib/runs/answer-gate.ts';
import { whyNot } from '#lib/runs/gates/why-not.ts';

const notThere = () => new AppError('not_found', 'There is no such link.');
const shownBy = (link: GateLink, data: GatePageData) => ({ linkId: link.id, gateId: link.gate, shown: data.shown });

export const GET = route({ may: 'anyone', onError: gateLinkError }, async ({ house, request, params: { token } }) => {
  const link = await requireGateLink(house, token, request.headers);
  const data = await readGatePage(house, link);
  if (!data) throw notThere();
  if (data.gate.status !== 'open') return decidedGatePage(data, isYours(request, link, data) ? 'yours' : 'others');
  const refused = (await whyNot(house, data.gate, linkActor('', link.id, await linkVoice(house, link))))?.message;
  return openGatePage({ data, token, nonce: issueAnswerNonce(house, shownBy(link, data)), refused });
});

export const POST = route(
  { may: 'anyone', body: 'form', maxBytes: 256 * 1024, onError: gateLinkError },
  async ({ house, request, params: { token }, body: form }) => {
    const link = await requireGateLink(house, token, request.headers);
    const data = await readGatePage(house, link);
    if (!data) throw notThere();
    if (data.gate.status !== 'open') return decidedGatePage(data, isYours(request, link, data) ? 'yours' : 'lost', 409);

    const shown = shownBy(link, data);
    const again = (status: number, message: string, problems: { field: string; message: string }[] = []) =>
      openGatePage({
        data,
        token,
        nonce: issueAnswerNonce(house, shown),
        typed: { form, message, problems },
        status,
      });
    if (!isFreshAnswerNonce(house, form.get('nonce'), shown)) {
      return again(409, 'Nothing was decided: this page was too old or had changed. Look at it again, then choose.');
    }
    const name = readGiverName(form.get('name'));
    const { option, comment, values, problems } = readAnswerForm(data.gate.fields, form);
    if (name === null) problems.push({ field: 'name', message: 'Write your name: it is recorded with the answer.' });
    if (name === null || problems.length > 0)
      return again(422, 'Nothing was decided yet. See what is marked below.', problems);

    try {
      await answerGate(house, {
        runId: link.run,
        gateId: link.gate,
        option,
        values,
        comment,
        actor: linkActor(name, link.id, await linkVoice(house, link)),
        shown: data.shown,
        from: { address: clientAddress(request.headers), agent: clientAgent(request.headers) },
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'invalid_answer')
        return again(422, `Nothing was decided yet. ${error.message}`, problemsOf(error));
      const later =
        error.code === 'gate_already_answered' || error.code === 'run_ended' ? await readGatePage(house, link) : null;
      if (!later || later.gate.status === 'open') throw error;
      return decidedGatePage(later, 'lost', 409);
    }
    return { status: 303, headers: { Location: paths.gateLink(token), 'Set-Cookie': answeredCookie(link.gate) } };
  },
);

function isYours(request: Request, link: GateLink, { gate }: GatePageData): boolean {
  return gate.answer?.via === `link:${link.id}` && hasAnswered(request.headers, gate.id);
}

function problemsOf(error: AppError): { field: string; message: string }[] {
  return (error.details as { problems?: { field: string; message: string }[] } | undefined)?.problems ?? [];
}
