// How errors name a place in the data: the path as an author would write it, and the nearest name that exists.

import { nearest } from '../problems/suggest.ts';
import { expressionError } from './expression-error.ts';
import { isNameText } from './tokens.ts';
import type { Expression, Link } from './tree.ts';
import { isPlainObject, typeName } from './values.ts';

type Chain = Expression & { kind: 'chain' };

const longestShown = 80;

function memberText(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  if (isNameText(key)) return `.${key}`;
  const shown = key.length > longestShown ? `${key.slice(0, longestShown)}…` : key;
  return `['${shown.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;
}

function linkText(link: Link): string {
  if (link.kind === 'key') return memberText(link.key);
  return link.kind === 'index' ? '[…]' : `.${link.method}(…)`;
}

function baseText(base: Expression): string {
  if (base.kind === 'name') return base.name;
  return base.kind === 'call' ? `${base.name}(…)` : '(…)';
}

/** The first `count` links, written out. */
export function pathOf(chain: Chain, count: number): string {
  return baseText(chain.base) + chain.links.slice(0, count).map(linkText).join('');
}

export function missingName(name: string, names: readonly string[], offset: number) {
  const hyphened = names.find((known) => known.startsWith(`${name}-`));
  const near = nearest(name, names);
  let hint = near ? `; did you mean "${near}"?` : '';
  if (hyphened) hint = `; a name with a hyphen is written nodes['${hyphened}']`;
  return expressionError(`"${name}" is not set${hint}`, offset, name);
}

/** `index` is the link whose member is missing, `owner` the value it was looked for in. */
export function missingMember(chain: Chain, index: number, key: string | number, owner: unknown, offset: number) {
  const parent = pathOf(chain, index);
  const path = parent + memberText(key);
  return expressionError(`"${path}" is not set${missingHint(parent, key, owner)}`, offset, path);
}

function missingHint(parent: string, key: string | number, owner: unknown): string {
  if (Array.isArray(owner)) {
    const count = owner.length === 1 ? '1 item' : `${owner.length} items`;
    return typeof key === 'number' ? `; the list has ${count}` : `; "${parent}" is a list`;
  }
  if (!isPlainObject(owner)) return `; "${parent}" is a ${typeName(owner)}`;
  const near = nearest(String(key), Object.keys(owner));
  return near === undefined ? '' : `; did you mean "${parent}${memberText(near)}"?`;
}

export function nullRead(chain: Chain, index: number, offset: number) {
  const parent = pathOf(chain, index);
  const path = pathOf(chain, index + 1);
  return expressionError(`"${path}" cannot be read, because "${parent}" is null`, offset, path);
}
