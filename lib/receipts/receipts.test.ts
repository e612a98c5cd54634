import { statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EventOf } from '../engine/events.ts';
import { readPublicKeys } from '../people/audit/kept-keys.ts';
import { answerGate } from '../runs/answer-gate.ts';
import { addPeople, somebody } from '../testing/actors.ts';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../testing/scratch-engine.ts';
import { eventsOf, startNodes, whenAsked, whenStatus } from '../testing/scratch-run.ts';
import { answerText } from './answer-receipt.ts';
import { canonicalJson } from './canonical-json.ts';
import { isSigned, keyId, readPublicKey } from './public-keys.ts';
import { shownHash } from './shown-hash.ts';
import { loadSigner, signingKeyFile } from './signing-key.ts';

let engine: ScratchEngine;
const ada = { ...somebody('ada'), address: '192.0.2.7' };

beforeEach(async () => {
  engine = await startScratchEngine();
});
afterEach(() => engine.stop());

async function keyOf(signature: string) {
  const found = (await readPublicKeys(house)).find(({ id }) => signature.startsWith(`${id}:`));
  return readPublicKey(found?.public_key ?? '') as NonNullable<ReturnType<typeof readPublicKey>>;
}

async function isHonest(runId: string, event: EventOf<'gate_answered' | 'gate_voted'>): Promise<boolean> {
  const signature = event.data.answer.signature ?? '';
  return isSigned(answerText(runId, event), signature, await keyOf(signature));
}

const asking = { ask: { type: 'gate', kind: 'approval', message: 'Go?', on: { no: 'complete' } } };

test('an answer keeps who, the way in, the address, what was shown and a signature over all of it', async () => {
  const runId = await startNodes(asking);
  const gate = await whenAsked(runId);
  const { answer } = await answerGate(house, { runId, gateId: gate.id, option: 'no', comment: 'Not yet', actor: ada });
  const { gates } = await whenStatus(runId, 'completed');
  const shown = shownHash(gate, []);
  expect(answer).toMatchObject({ by: 'ada', via: 'session', address: '192.0.2.7', comment: 'Not yet', shown });
  expect(gates[0]?.answer).toEqual(answer);
  const [event] = await eventsOf(runId, 'gate_answered');
  expect(event?.data.answer.signature).toBe(answer.signature);
  expect(await isHonest(runId, event as EventOf<'gate_answered'>)).toBe(true);
});

test('a signature is good for this answer, this run and this gate alone', async () => {
  const runId = await startNodes(asking);
  const gate = await whenAsked(runId);
  await answerGate(house, { runId, gateId: gate.id, option: 'no', actor: ada });
  const [event] = (await eventsOf(runId, 'gate_answered')) as [EventOf<'gate_answered'>];
  const { answer } = event.data;
  const changed: [string, EventOf<'gate_answered'>][] = [
    ['another run', event],
    [runId, { ...event, data: { ...event.data, gate: 'other' } }],
    [runId, { ...event, data: { ...event.data, shown: '' } }],
    ...Object.entries({
      option: 'yes',
      by: 'ben',
      via: 'token',
      at: '2026',
      address: '',
      comment: '',
      values: { a: 1 },
    }).map(([name, value]): [string, EventOf<'gate_answered'>] => [
      runId,
      { ...event, data: { ...event.data, answer: { ...answer, [name]: value } } },
    ]),
    [runId, { ...event, data: { ...event.data, answer: { ...answer, signature: `${answer.signature}A` } } }],
  ];
  for (const [run, one] of changed) expect([one.data, await isHonest(run, one)]).toEqual([one.data, false]);
  expect(await isHonest(runId, { ...event, type: 'gate_voted' } as unknown as EventOf<'gate_voted'>)).toBe(false);
});

test('votes and automatic answers are signed too', async () => {
  await addPeople(house, ada);
  const voting = await startNodes({ ask: { type: 'gate', kind: 'approval', quorum: 2 } });
  const gate = await whenAsked(voting);
  await answerGate(house, { runId: voting, gateId: gate.id, option: 'yes', actor: ada });
  const [vote] = await eventsOf(voting, 'gate_voted');
  expect(await isHonest(voting, vote as EventOf<'gate_voted'>)).toBe(true);
  const telling = await startNodes({ tell: { type: 'gate', kind: 'info', message: 'Hello' } });
  await whenStatus(telling, 'completed');
  const [told] = (await eventsOf(telling, 'gate_answered')) as [EventOf<'gate_answered'>];
  expect(told.data).toMatchObject({ shown: '', answer: { by: 'auto' } });
  expect(await isHonest(telling, told)).toBe(true);
});

test('a long answer is signed as it is kept', async () => {
  const runId = await startNodes({
    ask: { type: 'gate', kind: 'form', form: { paper: { type: 'text', label: 'Paper' } } },
  });
  const gate = await whenAsked(runId);
  const values = { paper: 'word '.repeat(40_000) };
  await answerGate(house, { runId, gateId: gate.id, option: 'submit', values, actor: ada });
  const [event] = (await eventsOf(runId, 'gate_answered')) as [EventOf<'gate_answered'>];
  expect(JSON.stringify(event).length).toBeLessThan(100_000);
  expect(await isHonest(runId, event)).toBe(true);
});

test('the key is a file that only the console reads, made at the first start and used again at the next', async () => {
  const { id } = house.signer;
  const file = signingKeyFile(engine.dataDirectory);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await engine.restart();
  expect(house.signer.id).toBe(id);
  expect(await readPublicKeys(house)).toMatchObject([{ id, algorithm: 'Ed25519' }]);
});

test('after the key was changed, what the earlier one signed is still checked with its public key', async () => {
  const runId = await startNodes(asking);
  const gate = await whenAsked(runId);
  await answerGate(house, { runId, gateId: gate.id, option: 'no', actor: ada });
  const { id } = house.signer;
  await rename(signingKeyFile(engine.dataDirectory), join(engine.dataDirectory, 'signing.key.old'));
  await engine.restart();
  expect((await readPublicKeys(house)).map((key) => key.id)).toEqual([id, house.signer.id]);
  expect(house.signer.id).not.toBe(id);
  const [event] = await eventsOf(runId, 'gate_answered');
  expect(await isHonest(runId, event as EventOf<'gate_answered'>)).toBe(true);
  const { entries } = await house.store.pageOfAudit({ act: 'key', limit: 10 });
  expect(entries.map(({ subject }) => subject)).toEqual([house.signer.id, id]);
});

test('a key is known by an id that follows from it, and a signature has one spelling', () => {
  const signer = loadSigner(engine.dataDirectory);
  const key = readPublicKey(signer.publicKey) as NonNullable<ReturnType<typeof readPublicKey>>;
  const signature = signer.sign('text');
  expect([keyId(key), isSigned('text', signature, key)]).toEqual([signer.id, true]);
  expect(isSigned('text', `${signature}=`, key)).toBe(false);
  expect(isSigned('text', `x${signature}`, key)).toBe(false);
  expect(isSigned('other', signature, key)).toBe(false);
  expect(readPublicKey('nothing')).toBeNull();
});

test('canonical JSON does not depend on the order of keys, however they look', () => {
  expect(canonicalJson({ b: 1, a: { 10: [undefined, null], 9: 'é\u2028"' }, c: undefined })).toBe(
    '{"a":{"10":[null,null],"9":"é\u2028\\""},"b":1}',
  );
});
