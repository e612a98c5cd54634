// A notice in the words of a chat: blocks for Slack, an adaptive card for Teams. What comes from a workflow is plain text
// there, so that it becomes neither a link nor a mention. The button leads to where the reader can answer.
import type { Notice } from './notice.ts';
import { noticeWords } from './notice-mail.ts';

type Chat = 'slack' | 'teams';

const longestHeader = 150;
const longestText = 2900;

/** Where a webhook goes and in whose format: by a prefix like `slack+https://…`, or by the host that is only theirs. */
export function webhookAt(target: string): { url: string; chat: Chat | null } {
  const [, prefix, rest] = /^(slack|teams)\+(https?:.*)$/i.exec(target) ?? [];
  if (prefix && rest) return { url: rest, chat: prefix.toLowerCase() as Chat };
  const { hostname } = new URL(target);
  const chat = hostname === 'hooks.slack.com' ? 'slack' : hostname.endsWith('.webhook.office.com') ? 'teams' : null;
  return { url: target, chat };
}

const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`);

function wordsOf(notice: Notice) {
  const { title, message, options, facts, link, linkNote, signIn } = noticeWords(notice);
  const mustSignIn = signIn === null ? 'Open the run' : 'Answer in the console';
  const way = link ? { label: 'Answer', url: link.url } : { label: mustSignIn, url: notice.run.url };
  const asked = [message, options.map((line) => `• ${line}`).join('\n')].filter(Boolean).join('\n\n');
  const small = [linkNote, signIn, ...facts].filter(Boolean).join('\n');
  return { title: cut(title, longestHeader), text: cut(asked, longestText), small: cut(small, longestText), way };
}

function slackMessage(notice: Notice) {
  const { title, text, small, way } = wordsOf(notice);
  const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });
  const escaped = title.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);
  return {
    text: escaped,
    blocks: [
      { type: 'header', text: plain(title) },
      ...(text ? [{ type: 'section', text: plain(text) }] : []),
      { type: 'actions', elements: [{ type: 'button', text: plain(way.label), url: way.url, style: 'primary' }] },
      { type: 'context', elements: [plain(small)] },
    ],
  };
}

function teamsMessage(notice: Notice) {
  const { title, text, small, way } = wordsOf(notice);
  // Runs of text know no Markdown; a TextBlock does.
  const lines = (text: string, style: object) =>
    text
      .split('\n')
      .map((line) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: line || ' ', ...style }] }));
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      ...lines(title, { size: 'Large', weight: 'Bolder' }),
      ...(text ? lines(text, {}) : []),
      ...lines(small, { size: 'Small', isSubtle: true }),
    ],
    actions: [{ type: 'Action.OpenUrl', title: way.label, url: way.url }],
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card }],
  };
}

export const chatMessage = (chat: Chat, notice: Notice) =>
  chat === 'slack' ? slackMessage(notice) : teamsMessage(notice);
