// The gate link: GET shows the question and decides nothing, whoever opens it and however often; a form that this page
// showed, posted from our own origin with a name, and with a mailed code where the gate takes one, decides once.
import type { Console } from '#lib/console/console.ts';
import { AppError, errorStatus } from '#lib/errors.ts';
import { clientAddress, clientAgent } from '#lib/http/client-address.ts';
import { gateLinkError, requireGateLink } from '#lib/http/linked-gate.ts';
import { route } from '#lib/http/route.ts';
import { paths } from '#lib/paths.ts';
import { type Actor, isByThisLink, linkActor } from '#lib/people/actor.ts';
import { tellRefused } from '#lib/people/audit/refused-sign-ins.ts';
import { type GateLink, linkAddress, linkVoice } from '#lib/people/gate-links.ts';
import { readAnswerForm } from '#lib/people/gate-page/answer-form.ts';
import { isFreshAnswerNonce, issueAnswerNonce } from '#lib/people/gate-page/answer-nonce.ts';
import { answeredCookie, hasAnswered } from '#lib/people/gate-page/answered-cookie.ts';
import { decidedGatePage, openGatePage } from '#lib/people/gate-page/gate-page.ts';
import { type GatePageData, readGatePage } from '#lib/people/gate-page/gate-page-data.ts';
import { readGiverName } from '#lib/people/gate-page/giver-name.ts';
import { maskedAddress, sendLinkCode, spendLinkCode } from '#lib/people/gate-page/link-code.ts';
import { answerGate } from '#lib/runs/answer-gate.ts';
import { whyNot } from '#lib/runs/gates/why-not.ts';
import { checkAnswer } from '#lib/runs/inputs/check-answer.ts';

const notThere = () => new AppError('not_found', 'There is no such link.');
const shownBy = (link: GateLink, data: GatePageData) => ({ linkId: link.id, gateId: link.gate, shown: data.shown });

/** Where the code goes that this gate takes; null when it takes none, or none can be sent. */
const codeToFor = async (house: Console, link: GateLink, { gate }: GatePageData) =>
  gate.identity === 'code' ? linkAddress(house, link) : null;

/**
 * Whoever answers; with a code they are whom the link was made for, however it came to them. Whose account it counts as is
 * said beside the name that they gave.
 */
async function answererOf(house: Console, given: string, link: GateLink, hasCode: boolean): Promise<Actor> {
  const voice = await linkVoice(house, { ...link, delivered: link.delivered || hasCode });
  const account = voice.person?.name;
  const isTheirs = account === undefined || account.toLowerCase() === given.toLowerCase();
  return linkActor(isTheirs ? given : `${given}, as ${account}`, link.id, voice, hasCode ? 'code' : null);
}

export const GET = route({ may: 'anyone', onError: gateLinkError }, async ({ house, request, params: { token } }) => {
  const link = await requireGateLink(house, token, request.headers);
  const data = await readGatePage(house, link);
  if (!data) throw notThere();
  if (data.gate.status !== 'open') return decidedGatePage(data, isYours(request, link, data) ? 'yours' : 'others');
  const to = await codeToFor(house, link, data);
  const refused = (await whyNot(house, data.gate, await answererOf(house, '', link, to !== null)))?.message;
  const nonce = issueAnswerNonce(house, shownBy(link, data));
  return openGatePage({ data, token, nonce, codeTo: to && maskedAddress(to), refused });
});

export const POST = route(
  { may: 'anyone', body: 'form', maxBytes: 256 * 1024, onError: gateLinkError },
  async ({ house, request, params: { token }, body: form }) => {
    const link = await requireGateLink(house, token, request.headers);
    const data = await readGatePage(house, link);
    if (!data) throw notThere();
    if (data.gate.status !== 'open') return decidedGatePage(data, isYours(request, link, data) ? 'yours' : 'lost', 409);

    const shown = shownBy(link, data);
    const to = await codeToFor(house, link, data);
    const again = (status: number, message: string, problems: { field: string; message: string }[] = []) =>
      openGatePage({
        data,
        token,
        nonce: issueAnswerNonce(house, shown),
        typed: { form, message, problems, isNews: status === 200 },
        codeTo: to && maskedAddress(to),
        status,
      });
    if (!isFreshAnswerNonce(house, form.get('nonce'), shown)) {
      return again(409, 'Nothing was decided: this page was too old or had changed. Look at it again, then choose.');
    }
    const from = { address: clientAddress(request.headers), agent: clientAgent(request.headers) };
    if (to !== null && form.get('send') === 'code') {
      return sendLinkCode(house, { link, workflow: data.workflow, from: from.address }).then(
        () => again(200, `A code was mailed to ${maskedAddress(to)}. Type it below, then choose.`),
        (error) => {
          if (error instanceof AppError) return again(errorStatus[error.code], `${error.message}.`);
          throw error;
        },
      );
    }
    const name = readGiverName(form.get('name'));
    const { option, comment, values, problems } = readAnswerForm(data.gate.fields, form);
    if (name === null) problems.push({ field: 'name', message: 'Write your name: it is recorded with the answer.' });
    if (name === null || problems.length > 0)
      return again(422, 'Nothing was decided yet. See what is marked below.', problems);

    try {
      if (to !== null) {
        // An answer that would be refused does not use the code up.
        checkAnswer(data.gate, option, values);
        const wrong = await spendLinkCode(house, link.id, form.get('code'));
        if (wrong !== null) {
          const refused = { via: `link:${link.id}:code`, door: 'link', address: from.address } as const;
          await tellRefused(house, { ...refused, subject: link.run }, wrong);
          return again(422, `Nothing was decided yet. ${wrong}`, [{ field: '@code', message: wrong }]);
        }
      }
      await answerGate(house, {
        runId: link.run,
        gateId: link.gate,
        option,
        values,
        comment,
        actor: await answererOf(house, name, link, to !== null),
        shown: data.shown,
        from,
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
  return isByThisLink(gate.answer?.via ?? '', link.id) && hasAnswered(request.headers, gate.id);
}

function problemsOf(error: AppError): { field: string; message: string }[] {
  return (error.details as { problems?: { field: string; message: string }[] } | undefined)?.problems ?? [];
}
