// A deciding node: its definition says what it wants as data, this turns it into events.

import type { Decision } from '../nodes/define-node.ts';
import { definitionOf } from '../nodes/index.ts';
import { nodeOf } from '../workflow/graph.ts';
import { decideContext } from './decide-context.ts';
import type { Draft } from './events.ts';
import { completed, failed } from './finish-attempt.ts';
import { type Moment, problemOf, visitOf } from './moment.ts';
import { openGate } from './open-gate.ts';
import type { Position } from './state.ts';

function ending(position: Position, decision: Extract<Decision, { kind: 'end' }>): Draft[] {
  const { outcome, message, summary } = decision;
  const keys = visitOf(position);
  const words = message === '' ? null : message;
  const done: Draft = {
    type: 'node_completed',
    ...keys,
    data: {
      output: { outcome, message, ...(summary === undefined ? {} : { summary }) },
      outcome: { success: true, ended: outcome },
    },
  };
  switch (outcome) {
    case 'success':
      return [done, { type: 'run_completed', data: { outcome, message: words } }];
    case 'indeterminate':
      return [
        done,
        {
          type: 'warning',
          ...keys,
          data: { code: 'indeterminate', message: words ?? 'The run ended without a clear outcome' },
        },
        { type: 'run_completed', data: { outcome, message: words } },
      ];
    case 'cancelled':
      return [done, { type: 'run_cancelled', data: { by: 'workflow', via: position.node, message: words } }];
    default:
      return [
        done,
        {
          type: 'run_failed',
          node: position.node,
          data: { message: words ?? `ended with ${outcome}`, node: position.node },
        },
      ];
  }
}

function draftsOf(moment: Moment, position: Position, decision: Decision): Draft[] {
  const keys = visitOf(position);
  switch (decision.kind) {
    case 'complete': {
      const { branch, changes, result, to } = decision;
      const outcome = branch ? { branch: branch.result } : { success: true };
      const done = completed(moment, position, result, { outcome, ...(changes ? { changes } : {}), to: to ?? null });
      return branch ? [{ type: 'branch_evaluated', ...keys, data: branch }, ...done] : done;
    }
    case 'ask':
      return [openGate(moment, position, { purpose: 'node', slot: 'self', spec: decision.gate })];
    case 'checkpoint': {
      const { name, label, gate } = decision;
      const kept: Draft = { type: 'checkpoint_created', ...keys, data: { name, label } };
      if (!gate) return [kept, ...completed(moment, position, { name, label })];
      const leads = { continue: 'the run goes on', pause: 'the run is paused here', abort: 'the run is cancelled' };
      return [
        kept,
        openGate(moment, position, { purpose: 'checkpoint', slot: 'checkpoint', spec: gate, leads, offset: 1 }),
      ];
    }
    case 'end':
      return ending(position, decision);
    case 'fail':
      return failed(moment, position, decision.error);
  }
}

export function decideNode(moment: Moment, position: Position): Draft[] {
  const { graph, state, at } = moment;
  const node = nodeOf(graph, position.node);
  const definition = definitionOf(node.type);
  if (!definition?.decide) throw new Error(`node type "${node.type}" does not decide`);
  try {
    const decision = definition.decide(node.fields, decideContext(graph, state, node, position, at));
    return draftsOf(moment, position, decision);
  } catch (error) {
    return failed(moment, position, problemOf(error, 'unresolved'), true);
  }
}
