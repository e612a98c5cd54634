// How one setting of the environment is read: what is not set, or blank, has a value of its own; what is wrong is told.
import { isIP } from 'node:net';
import { z } from 'zod';

export type Tell = (problem: string) => void;

/** What is not set, or blank, is `unset`. What is wrong is told, and what else is wrong is still looked for. */
export function setting<Value, Unset>(unset: Unset, read: (text: string, tell: Tell) => Value) {
  return z
    .string()
    .optional()
    .transform((given, context): Value | Unset => {
      const tell = (message: string) => context.addIssue({ code: 'custom', message, continue: true });
      return given?.trim() ? read(given.trim(), tell) : unset;
    });
}

export const text = <Unset>(unset: Unset) => setting(unset, (given) => given);

export const whole = <Unset>(unset: Unset, min: number, max: number) =>
  setting(unset, (given, tell) => {
    const value = Number(given);
    if (!Number.isInteger(value) || value < min || value > max) {
      tell(`is "${given}"; set a whole number from ${min} to ${max}`);
    }
    return value;
  });

export const megabyte = 1024 * 1024;

/** Written in megabytes, kept in bytes. */
export const megabytes = (unset: number) => whole(unset, 1, 4096).transform((count) => count * megabyte);

/** With commas between; what is written twice counts once. */
export const itemsOf = (given: string) => [...new Set(given.split(',').flatMap((item) => item.trim() || []))];

export const list = <Item>(read: (item: string, tell: Tell) => Item | null) =>
  setting<Item[], Item[]>([], (given, tell) =>
    itemsOf(given)
      .map((item) => read(item, tell))
      .filter((item) => item !== null),
  );

export function readPrice(entry: string, tell: Tell): [model: string, { input: number; output: number }] | null {
  const [, model = '', input, output] = /^(.+?)\s*=\s*(\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)$/.exec(entry) ?? [];
  if (model !== '') return [model, { input: Number(input), output: Number(output) }];
  tell(`has "${entry}"; write model=input/output for a million tokens, like small=0.5/2`);
  return null;
}

/** An address, or a range like 10.0.0.0/8. */
type Network = { address: string; bits: number; family: 'ipv4' | 'ipv6' };

export function readNetwork(written: string, tell: Tell): Network | null {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(written) ?? [];
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (most >= 0 && Number(bits ?? 0) <= most) {
    return { address, bits: Number(bits ?? most), family: most === 32 ? 'ipv4' : 'ipv6' };
  }
  tell(`has "${written}"; set addresses of proxies like 127.0.0.1 or 10.0.0.0/8`);
  return null;
}
