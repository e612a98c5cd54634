// For tests: a run that asks, and everybody who could answer it.
import { type Actor, linkActor } from '../people/actor.ts';
import { createGateLink, findGateLink, linkVoice } from '../people/gate-links.ts';
import { answerGate } from '../runs/answer-gate.ts';
import { tester } from './actors.ts';
import { house } from './house.ts';
import { startNodes, whenAsked } from './scratch-run.ts';

/** Started by the tester. */
export async function asked(gate: Record<string, unknown>) {
  const runId = await startNodes({ sure: { type: 'gate', kind: 'approval', ...gate } });
  return { runId, gateId: (await whenAsked(runId)).id };
}

type Asked = Awaited<ReturnType<typeof asked>>;

export const answer = (
  gate: Asked,
  actor: Actor,
  more: { override?: boolean; comment?: string; option?: string } = {},
) => answerGate(house, { ...gate, option: 'yes', actor, ...more });

export const byToken = (actor: Actor): Actor => ({ ...actor, via: 'token', door: 'api' });

/** Somebody who opened a link: for anyone, made for somebody, or brought to them by the console. */
export async function byLink(gate: Asked, link: { to?: string; delivered?: boolean } = {}, name = 'Somebody') {
  const made = await createGateLink(house, { ...gate, ...link, actor: tester, base: 'http://localhost' });
  const found = await findGateLink(house, made.url.split('/').at(-1));
  if (!found) throw new Error('the link is not there');
  return linkActor(name, found.id, await linkVoice(house, found));
}
