// The page behind a gate link: the question, or what became of it. Built from plain data; it decides and reads nothing.
import type { GateAnswer } from '../../engine/events.ts';
import { type Html, html, trustedHtml } from '../../html/html.ts';
import { gateGlyph, localTimesScript, plainPage } from '../../html/plain-page.ts';
import { renderMessage } from '../../html/render-markdown.ts';
import { standingScript } from '../../html/standing-script.ts';
import { visibleText } from '../../html/visible-text.ts';
import { paths } from '../../paths.ts';
import { isByLink } from '../actor.ts';
import type { GatePageData } from './gate-page-data.ts';
import { renderGateForm, type Typed } from './gate-page-form.ts';
import { type Addresses, renderItems } from './gate-page-items.ts';
import { quorumWords } from './quorum-words.ts';

import { ageInWords, spanInWords } from './time-words.ts';

const check = trustedHtml(
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M5 12.5l4.5 4.5L19 7.5"/></svg>',
);
const bar = trustedHtml(
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" aria-hidden="true"><path d="M7 12h10"/></svg>',
);

/** In UTC until the page's script turns it into the reader's own time. */
function clock(at: string): Html {
  const [date, time] = [at.slice(0, 10), at.slice(11, 16)];
  return html`<time data-clock datetime="${at}">${date} ${time} UTC</time>`;
}

function top(pill: Html | null): Html {
  return html`<div class="top">${gateGlyph}<span>Gatehouse</span>${pill}</div>`;
}

function who({ workflow, runId, gate }: GatePageData, at: number): Html {
  const age = ageInWords(at - Date.parse(gate.opened_at));
  return html`<p class="who"><b>${visibleText(workflow)}</b> <code title="Run ${runId}">#${runId.slice(0, 6)}</code> · asked <time datetime="${gate.opened_at}" title="${gate.opened_at}">${age}</time></p>`;
}

export type OpenPage = {
  data: GatePageData;
  token: string;
  nonce: string;
  typed?: Typed;
  status?: number;
  at?: number;
  /** Where a code goes, for a gate that takes one; as the page shows it. */
  codeTo?: string | null;
  /** Why this link cannot answer: then there is no form, and the way to the console instead. */
  refused?: string;
};

function signInInstead(runId: string, refused: string): Html {
  const next = `${paths.signIn()}?next=${encodeURIComponent(paths.run(runId))}`;
  return html`<div class="alert">${visibleText(refused)}.</div><p><a href="${next}">Answer in the console</a></p>`;
}

export function openGatePage({
  data,
  token,
  nonce,
  typed,
  status,
  codeTo,
  refused,
  at = Date.now(),
}: OpenPage): Response {
  const { gate } = data;
  const message = renderMessage(gate.message, 'Your answer is needed', 'named');
  const left = gate.expires_at === null ? null : Date.parse(gate.expires_at) - at;
  const pill = html`<span class="pill"><i></i>${left === null ? 'waiting' : left > 0 ? `${spanInWords(left + 59_999)} left` : 'time is up'}</span>`;
  const silent = gate.options.find(({ id }) => id === gate.expires_then);
  const votes = quorumWords(gate);
  const address: Addresses = {
    artifact: (id) => `${paths.gateLink(token)}/a/${encodeURIComponent(id)}`,
    value: (hash) => `${paths.gateLink(token)}/v/${hash}`,
  };
  const body = html`<main data-ask="${paths.gateStanding(token)}">${top(pill)}${who(data, at)}<h1>${message.title}</h1>
${message.rest && html`<div class="prose lead">${message.rest}</div>`}
${votes !== null && html`<p class="mute">${votes}</p>`}
${renderItems(data.items, address)}
${refused === undefined ? renderGateForm(gate, { nonce, typed: typed ?? null, codeTo: codeTo ?? null }) : signInInstead(data.runId, refused)}
<footer><p>Opening this page decided nothing. Your answer is recorded with your name, the time, your address and your browser.</p>
${gate.expires_at !== null && silent && html`<p>If nobody answers by ${clock(gate.expires_at)}: ${visibleText(silent.label)}.</p>`}
<p>This link works until ${clock(data.linkExpiresAt)}.</p></footer></main>`;
  const title = `${visibleText(data.workflow)} asks · Gatehouse`;
  return plainPage({ title, body, status, script: localTimesScript + standingScript, asksUs: true });
}

/** Whose the answer is: this browser sent it, somebody else did, or this browser's came too late. */
export type Whose = 'yours' | 'others' | 'lost';

function howAnswered(answer: GateAnswer, option: string, isYours: boolean): Html {
  const at = clock(answer.at);
  if (isYours) return html`You answered at ${at}.<br>The run goes on.`;
  if (answer.by === 'auto' && !isByLink(answer.via)) return html`Answered at ${at} by itself: the time was up.`;
  return html`Answered at ${at} by <b>${visibleText(answer.by)}</b>: ${option}.`;
}

/** Somebody else was first: what they decided, and that this answer is not part of it. */
function lostTo(answer: GateAnswer, option: string): Html {
  const who = answer.by === 'auto' && !isByLink(answer.via) ? 'The time was up' : visibleText(answer.by);
  return html`<div class="ring shut">${bar}</div><h1>Your answer was not counted</h1><p><b>${who}</b> decided before you, at ${clock(answer.at)}: <b>${option}</b>. The run goes on with that.</p>`;
}

function outcome({ answer, options }: GatePageData['gate'], whose: Whose): Html {
  if (!answer) {
    return html`<div class="ring shut">${bar}</div><h1>This question is closed</h1><p class="mute">The run ended or moved on before anybody answered. There is nothing to do here.</p>`;
  }
  const option = visibleText(options.find(({ id }) => id === answer.option)?.label ?? answer.option);
  const comment = answer.comment !== null && html`<blockquote>${visibleText(answer.comment)}</blockquote>`;
  if (whose === 'lost') return html`${lostTo(answer, option)}${comment}`;
  return html`<div class="ring">${check}</div><h1>${option}</h1><p>${howAnswered(answer, option, whose === 'yours')}</p>${comment}`;
}

export function decidedGatePage(data: GatePageData, whose: Whose, status = 200, at = Date.now()): Response {
  const { gate } = data;
  const pill = html`<span class="pill done"><i></i>${gate.answer ? 'answered' : 'closed'}</span>`;
  const question = renderMessage(gate.message, '', 'named').title;
  const body = html`<main>${top(pill)}${who(data, at)}<p class="prose">${question}</p><div class="said">${outcome(gate, whose)}</div></main>`;
  return plainPage({ title: `${visibleText(data.workflow)} · Gatehouse`, body, status, script: localTimesScript });
}
