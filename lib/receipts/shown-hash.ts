// What exactly a person was shown when they decided: the SHA-256 that an answer is bound to, the same from the dashboard,
// from links and for whoever checks a bundle. It is over the gate's message, options, fields and evidence, each file by its hash.
import { createHash } from 'node:crypto';
import type { Gate } from '../engine/events.ts';

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, canonical(field)]);
}

export function shownHash(
  gate: Pick<Gate, 'id' | 'message' | 'options' | 'fields' | 'show'>,
  artifacts: { id: string; sha256: string }[],
): string {
  const bytes = new Map(artifacts.map(({ id, sha256 }) => [id, sha256]));
  const show = gate.show.map((item) => ({
    ...item,
    sha256: item.artifact === null ? null : (bytes.get(item.artifact) ?? null),
  }));
  const { id, message, options, fields } = gate;
  return createHash('sha256')
    .update(JSON.stringify(canonical({ id, message, options, fields, show })))
    .digest('hex');
}
