import { afterEach, beforeEach, expect, test } from 'vitest';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../testing/scratch-engine.ts';
import { whoAsks } from './who-asks.ts';

let engine: ScratchEngine;
beforeEach(async () => {
  engine = await startScratchEngine({ GATEHOUSE_TOKEN: 'the-right-token-of-this-console' });
});
afterEach(() => engine.stop());

const ask = (token: string, address = '203.0.113.7') =>
  whoAsks(house, new Headers({ authorization: `Bearer ${token}`, 'x-gatehouse-address': address }), 'api');

test('F5 wrong bearer tokens are counted, and the eleventh in a minute is not even looked at', async () => {
  for (let guess = 0; guess < 10; guess++) expect(await ask(`wrong-${guess}`)).toBeNull();
  await expect(ask('wrong-10')).rejects.toMatchObject({ code: 'too_many_requests' });
  await expect(ask('the-right-token-of-this-console')).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(await ask('the-right-token-of-this-console', '198.51.100.1')).toMatchObject({ via: 'token' });
});

test('F5 a forwarded address that a client claims changes nothing', async () => {
  const claimed = (guess: number) =>
    whoAsks(
      house,
      new Headers({
        authorization: `Bearer wrong-${guess}`,
        'x-forwarded-for': `192.0.2.${guess}`,
        'x-gatehouse-address': '203.0.113.7',
      }),
      'api',
    );
  for (let guess = 0; guess < 10; guess++) await claimed(guess);
  await expect(claimed(10)).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('a program that sends the same wrong token again and again locks nobody out', async () => {
  for (let times = 0; times < 30; times++) expect(await ask('an-old-token')).toBeNull();
  expect(await ask('the-right-token-of-this-console')).toMatchObject({ via: 'token' });
});
