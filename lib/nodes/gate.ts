// A question to people. The node only says what is asked; opening, answering and expiring is the engine's.
import { defineNode } from './contract/define-node.ts';
import { gateSpec } from './parts/gate-spec.ts';

export const gate = defineNode({
  type: 'gate',
  group: 'people',
  summary: 'Asks people and waits for their answer.',
  fields: gateSpec,
  asks: (fields) => fields,
  decide: (fields) => ({ kind: 'ask', gate: fields }),
});
