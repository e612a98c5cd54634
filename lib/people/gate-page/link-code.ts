// The six digits that prove that somebody reads the recipient's mail. A link has one code at a time: it works once, for ten
// minutes and for five tries; a new one ends the old. All links of a recipient to a gate send ten a day together. Only a hash is kept, made with a key that is not in the database,
// because six digits would be guessed from a plain one.
import { createHmac, randomInt, randomUUID } from 'node:crypto';
import { sendMail } from '../../clients/http/mail.ts';
import type { Needs } from '../../console/console.ts';
import { AppError, messageOf } from '../../errors.ts';
import { html } from '../../html/html.ts';
import { visibleText } from '../../html/visible-text.ts';
import type { LinkRecord } from '../../store/contract/links.ts';
import { linkActor } from '../actor.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { linkAddress } from '../gate-links.ts';
import { isSameSecret } from '../secret-token.ts';

const life = 10 * 60_000;
const mostTries = 5;
/** With five tries each, whoever has links and not the mail has fifty guesses a day among a million, however many links. */
const mostCodes = 10;
const day = 86_400_000;

function hashOf(house: Needs<'ownerToken'>, linkId: string, code: string): string {
  const key = createHmac('sha256', house.ownerToken).update('gatehouse link code').digest();
  return createHmac('sha256', key)
    .update(JSON.stringify([linkId, code]))
    .digest('hex');
}

/** Enough for its owner to know it again, and for nobody else to write to. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address].slice(0, 1).join('')}…${address.slice(at)}`;
}

function codeMail(code: string, workflow: string) {
  const about = visibleText(workflow).replace(/\s+/g, ' ');
  const why = `It proves that your answer to “${about}” is yours: type it on the page that asked for it. It works once, for ten minutes.`;
  const unasked = 'If you did not ask for it, somebody else has your link: do not pass the code on.';
  const page = html`<!doctype html><html lang="en"><body style="font-family:sans-serif;max-width:36em"><p style="font-size:2em;letter-spacing:.2em"><b>${code}</b></p><p>${why}</p><p><small>${unasked}</small></p></body></html>`;
  return { subject: `${code} is your code for ${about}`, text: `${code}\n\n${why}\n\n${unasked}\n`, html: page.text };
}

/** Gives the address that it went to. */
export async function sendLinkCode(
  house: Needs<'env' | 'ownerToken' | 'store'>,
  { link, workflow, from }: { link: LinkRecord; workflow: string; from: string },
  at = new Date(),
): Promise<string> {
  const to = await linkAddress(house, link);
  const mail = house.env.notifications?.mail;
  if (to === null || !mail)
    throw new AppError('forbidden', 'There is no address that a code for this link could go to.');
  const sent = ((await house.store.readLinkCode(link.id))?.sent ?? 0) + 1;
  const tooMany = `${mostCodes} codes were sent for this question; ask for a new link tomorrow, or sign in`;
  if (sent > mostCodes) throw new AppError('too_many_requests', tooMany);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = new Date(at.getTime() + life).toISOString();
  const record = { linkId: link.id, codeHash: hashOf(house, link.id, code), expiresAt, tries: 0, sent };
  const actor = { ...linkActor('somebody with the link', link.id), address: from };
  const audit = auditEntry(actor, 'link.code_sent', link.run, { gate: link.gate, link: link.id, to }, at.toISOString());
  const limit = { most: mostCodes, since: new Date(at.getTime() - day).toISOString() };
  const outcome = await house.store.saveLinkCode(record, limit, audit);
  if (outcome === 'too many') throw new AppError('too_many_requests', tooMany);
  if (outcome === 'another') {
    throw new AppError('conflict', 'Another code was sent at this moment; look into your mail');
  }
  await sendMail(mail, { to, id: randomUUID(), ...codeMail(code, workflow) }).catch((error: unknown) => {
    throw new AppError('unavailable', `The code could not be mailed: ${messageOf(error)}`);
  });
  return to;
}

/** Uses the code up; gives what is wrong with it, or null when it was right. */
export async function spendLinkCode(
  house: Needs<'ownerToken' | 'store'>,
  linkId: string,
  given: string | null,
  at = new Date(),
): Promise<string | null> {
  const code = (given ?? '').replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return 'Type the six digits of the code that was mailed to you.';
  const kept = await house.store.readLinkCode(linkId);
  const over = 'This code does not work any more; have a new one sent.';
  if (!kept || kept.codeHash === null || kept.expiresAt <= at.toISOString()) return over;
  if (!(await house.store.countLinkCodeTry(linkId, kept.codeHash, mostTries))) return over;
  if (!isSameSecret(hashOf(house, linkId, code), kept.codeHash)) {
    return kept.tries + 1 < mostTries ? 'This is not the code that was mailed last.' : over;
  }
  return (await house.store.takeLinkCode(linkId, kept.codeHash)) ? null : over;
}
