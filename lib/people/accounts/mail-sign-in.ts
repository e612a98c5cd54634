// A one-time sign-in link by mail. Whoever asks is told the same, at once, whether or not there is such an account: who has
// one is nobody's business. How often one may ask is limited for each asker and for each mailbox.
import { randomUUID } from 'node:crypto';
import { sendMail } from '../../clients/http/mail.ts';
import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import { html } from '../../html/html.ts';
import { ownActor, readPerson } from '../actor.ts';
import { createSignInLink } from '../sessions.ts';
import { countWrongTry } from '../wrong-tries.ts';
import { readEmail } from './account-name.ts';

type Ask = { email: string; next: string; base: string; from: string };

function signInMail(url: string) {
  const why = 'This link signs you in to Gatehouse, once, within 15 minutes:';
  const unasked = 'If you did not ask for it, there is nothing to do: without this link nobody comes in.';
  const page = html`<!doctype html><html lang="en"><body style="font-family:sans-serif;max-width:36em"><p>${why}</p><p><a href="${url}"><b>Sign in</b></a></p><p><small>${unasked}</small></p></body></html>`;
  return { subject: 'Sign in to Gatehouse', text: `${why}\n\n${url}\n\n${unasked}\n`, html: page.text };
}

/** Where mail is sent, unless another way in is the only one. */
export const offersSignInMail = ({ env }: Needs<'env'>) => Boolean(env.notifications?.mail) && !env.openId?.isOnlyWay;

/** Resolves before anything is looked up: neither the answer nor its time tells whether there is such an account. */
export async function askForSignInMail(
  house: Needs<'env' | 'store' | 'trouble' | 'wrongTries'>,
  { email, next, base, from }: Ask,
): Promise<void> {
  if (!offersSignInMail(house)) {
    const instead = house.env.openId?.isOnlyWay
      ? 'Sign in with your organization; it is the only way in here.'
      : 'This console sends no mail; set GATEHOUSE_SMTP_URL and GATEHOUSE_MAIL_FROM.';
    throw new AppError('conflict', instead);
  }
  const to = readEmail(email);
  if (to === null) throw new AppError('bad_request', 'Write the mail address of your account.');
  await countWrongTry(house, 'sign-in mail', from);
  await countWrongTry(house, 'sign-in mailbox', to);
  mailLink(house, { email: to, next, base, from }).catch((error) => house.trouble.tell('a sign-in mail', error));
}

async function mailLink(house: Needs<'env' | 'store'>, { email, next, base, from }: Ask): Promise<void> {
  const known = await house.store.findPerson(email);
  const person = known?.email === email ? await readPerson(house, known.id) : null;
  const mail = house.env.notifications?.mail;
  if (!person || !mail) return;
  const by = { ...ownActor('gatehouse'), via: 'mail', address: from };
  const { url } = await createSignInLink(house, base, new Date(), person.id, by, 'mail');
  const whole = `${url}&next=${encodeURIComponent(next)}`;
  await sendMail(mail, { to: email, id: randomUUID(), ...signInMail(whole) });
}
