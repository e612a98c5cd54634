// Takes one of two ways. A condition that looks outside of the run is work, claimed and recorded; any other is decided.
import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import { lazy, target } from './contract/field-kinds.ts';
import type { DecideContext } from './contract/node-context.ts';
import { computedPath } from './effects/data-path.ts';
import { auditChanges, auditSpec } from './parts/audit.ts';
import { evaluatePrecondition, type Seen } from './parts/evaluate-precondition.ts';
import { lookOutside, outsideChecksIn } from './parts/look-outside.ts';
import { describePrecondition, precondition } from './parts/precondition.ts';

const fields = z.strictObject({
  condition: lazy(precondition),
  then: target(),
  else: target().optional(),
  audit: lazy(auditSpec).optional().describe('Asks every part of the condition and keeps what each said'),
});
type Fields = z.infer<typeof fields>;

function choose(node: Fields, ctx: DecideContext, seen?: Seen) {
  const changes = node.audit ? { changes: auditChanges(node.condition, node.audit, ctx, seen) } : {};
  const result = evaluatePrecondition(node.condition, ctx, seen);
  const to = result ? node.then : (node.else ?? null);
  return { result, to, branch: { condition: describePrecondition(node.condition), result, to }, ...changes };
}

export const ifNode = defineNode({
  type: 'if',
  group: 'control',
  summary: 'Takes one of two ways.',
  fields,
  writes: (node) => (node.audit ? [computedPath(node.audit.store_as)] : []),
  neverFallsThrough: true,
  passedBy: (node) => node.else,
  acts: (node) => outsideChecksIn(node.condition).length > 0,
  idempotent: () => true,
  decide: (node, ctx) => ({ kind: 'complete', ...choose(node, ctx) }),
  async execute(node, ctx) {
    const { result, ...sideResults } = choose(node, ctx.data, await lookOutside([node.condition], ctx));
    return { ok: true, result, sideResults };
  },
});
