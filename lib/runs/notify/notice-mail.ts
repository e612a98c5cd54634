// A notice as an e-mail: the same content as plain text and as simple HTML. What comes from a workflow is shown with its
// hidden characters made visible, and never becomes a link or a header.
import { html } from '../../html/html.ts';
import { renderMarkdown } from '../../html/render-markdown.ts';
import { visibleText } from '../../html/visible-text.ts';
import type { Notice, NoticeGate } from './notice.ts';

const subjectLength = 150;

const clock = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
const oneLine = (text: string) => visibleText(text).replace(/\s+/g, ' ').trim();

function headline({ event, run, node }: Notice): string {
  const name = oneLine(run.name);
  if (event === 'run_failed') return `${name} failed${node === null ? '' : ` at ${node}`}`;
  if (event === 'gate_expired') return `Nobody answered ${name} in time`;
  if (event === 'gate_escalated') return `${name} still asks, and now you`;
  return event === 'gate_reminded' ? `Reminder: ${name} still asks` : `${name} asks`;
}

function optionLine({ label, description, leads_to }: NoticeGate['options'][number]): string {
  const parts = [oneLine(label), description && oneLine(description), oneLine(leads_to)];
  return parts.filter(Boolean).join(' · ');
}

function deadline({ event, gate }: Notice): string | null {
  if (!gate || gate.expires_at === null || event === 'gate_expired') return null;
  const silent = gate.options.find(({ id }) => id === gate.expires_then);
  return `If nobody answers by ${clock(gate.expires_at)}: ${silent ? oneLine(silent.label) : 'the administrators are asked'}.`;
}

/** What a notice says, whatever it is sent by. */
export function noticeWords(notice: Notice) {
  const { run, node, gate } = notice;
  const title = headline(notice);
  const message = visibleText(gate?.message ?? notice.message ?? '').trim();
  const isAsking = ['gate_opened', 'gate_reminded', 'gate_escalated'].includes(notice.event);
  const options = isAsking ? (gate?.options ?? []).map(optionLine) : [];
  const facts = [
    deadline(notice),
    isAsking && gate?.status !== 'open' ? 'It is no longer open: there is nothing to answer.' : null,
    `Workflow ${oneLine(run.workflow)}, run ${run.id}${node === null ? '' : `, node ${node}`}, ${clock(notice.at)}`,
  ].filter((line) => line !== null);
  const link = gate?.link ?? null;
  const signIn = isAsking && gate?.status === 'open' && !link ? 'Sign in to the console to answer.' : null;
  const linkNote =
    link && `No account is needed, opening it decides nothing, and it works until ${clock(link.expires_at)}.`;
  return { title, message, options, facts, link, linkNote, signIn };
}

export function noticeMail(notice: Notice): { subject: string; text: string; html: string } {
  const { run } = notice;
  const { title, message, options, facts, link, linkNote, signIn } = noticeWords(notice);
  const text = [
    title,
    message,
    options.map((line) => `- ${line}`).join('\n'),
    link && `Answer: ${link.url}\n${linkNote}`,
    signIn,
    `Run: ${run.url}`,
    facts.join('\n'),
  ];
  const page = html`<!doctype html><html lang="en"><body style="font-family:sans-serif;max-width:36em">
<h2>${title}</h2>${renderMarkdown(message, 'named')}
${options.length > 0 && html`<ul>${options.map((line) => html`<li>${line}</li>`)}</ul>`}
${link && html`<p><a href="${link.url}"><b>Answer</b></a><br><small>${linkNote}</small></p>`}
${signIn && html`<p>${signIn}</p>`}<p><a href="${run.url}">Open the run</a></p>${facts.map((line) => html`<p><small>${line}</small></p>`)}</body></html>`;
  const subject = oneLine(`${title}: ${message.split('\n', 1)}`)
    .slice(0, subjectLength)
    .toWellFormed();
  return { subject, text: `${text.filter(Boolean).join('\n\n')}\n`, html: page.text };
}
