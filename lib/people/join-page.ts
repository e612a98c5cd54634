// The page behind an invitation: plain HTML, one button.
import { html } from '../html/html.ts';
import { gateGlyph, plainPage } from '../html/plain-page.ts';
import type { InvitationRecord } from '../store/contract/invitations.ts';

type Join = {
  token: string;
  invitation: Pick<InvitationRecord, 'name' | 'email' | 'role' | 'createdBy'>;
  problem?: { message: string; status: number };
};

const can = {
  viewer: 'see runs, and answer what you are asked',
  operator: 'start runs and answer gates',
  editor: 'start runs, answer gates and change workflows',
  administrator: 'do everything, and look after people',
};

export function joinPage({ token, invitation, problem }: Join): Response {
  const { name, email, role, createdBy } = invitation;
  const body = html`<main class="notice form">${gateGlyph}<h1>Join this Gatehouse</h1>
${problem && html`<div class="alert" role="alert">${problem.message}</div>`}
<p class="mute">${createdBy} invites you as <b>${name}</b>${email !== null && html` (${email})`}. You will be able to ${can[role]}.</p>
<form method="post"><input type="hidden" name="token" value="${token}"><button class="opt primary"><b>Join as ${name}</b></button></form></main>`;
  return plainPage({ title: 'Join · Gatehouse', body, status: problem?.status });
}
