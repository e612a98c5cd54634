// A link that somebody makes for one recipient and the console mails. Its address is in that mail and nowhere else, so that
// it counts as its recipient; whoever made it never sees it.
import { randomUUID } from 'node:crypto';
import { sendMail } from '../../clients/http/mail.ts';
import type { Needs } from '../../console/console.ts';
import { AppError, messageOf } from '../../errors.ts';
import { paths } from '../../paths.ts';
import {
  createGateLink,
  type GateLinkView,
  linkAddress,
  type NewGateLink,
  recipientOf,
  revokeGateLink,
} from '../../people/gate-links.ts';
import { noticeMail } from './notice-mail.ts';

export const sendsMail = ({ env }: Needs<'env'>) => Boolean(env.notifications?.mail);

export async function sendGateLink(house: Needs<'env' | 'store'>, wish: NewGateLink): Promise<GateLinkView> {
  const mail = house.env.notifications?.mail;
  if (!mail) {
    throw new AppError(
      'conflict',
      'This console sends no mail; set GATEHOUSE_SMTP_URL and GATEHOUSE_MAIL_FROM, or make a link and hand it over.',
    );
  }
  const to = wish.to?.trim();
  if (!to) throw new AppError('bad_request', 'Say to whom the link is sent: a person or a mail address.');
  const address = await linkAddress(house, { recipient: await recipientOf(house, to) });
  if (address === null) throw new AppError('bad_request', `${to} has no mail address; write one.`);
  const { url, loopback: _, ...link } = await createGateLink(house, { ...wish, to, delivered: true });
  const { runId, gateId, actor, base } = wish;
  try {
    const [run, gate] = await Promise.all([house.store.readRun(runId), house.store.readGate(runId, gateId)]);
    if (!run || !gate) throw new AppError('not_found', 'the run was deleted');
    const notice = noticeMail({
      event: 'gate_opened',
      at: link.created_at,
      seq: run.seq,
      run: { id: run.id, workflow: run.workflow, name: run.name, url: base + paths.run(run.id) },
      node: gate.node,
      message: null,
      gate: { ...gate, link: { id: link.id, url, expires_at: link.expires_at } },
    });
    await sendMail(mail, { to: address, id: randomUUID(), ...notice });
  } catch (error) {
    await revokeGateLink(house, { runId, gateId, linkId: link.id, actor });
    throw new AppError('unavailable', `The link could not be mailed to ${address}: ${messageOf(error)}`);
  }
  return link;
}
