// What the audit log is told of a run: each fact that a person brought about is an act of theirs, in the commit of that
// fact. What the console decides by itself is told by the run's events alone.
import { outsideId } from '../../engine/event-types.ts';
import type { Gate, RunEvent } from '../../engine/events.ts';
import type { NewAuditEntry } from '../../store/contract/audit.ts';
import type { Actor } from '../actor.ts';
import { auditEntry } from './audit-entry.ts';

type Told = { act: `${string}.${string}`; details: Record<string, unknown>; subject?: string };

function allowed({ server, node }: Gate): Told[] {
  if (!server) return [];
  const details = { hash: server.hash, node };
  return server.id === outsideId
    ? [{ act: 'outside.allowed', details }]
    : [{ act: 'server.allowed', details: { server: server.id, ...details } }];
}

function toldOf(event: RunEvent, gate: Gate | undefined): Told[] {
  switch (event.type) {
    case 'run_created': {
      const { workflow, version, parent, forked } = event.data;
      const from = forked ? { forked_at: forked.seq } : {};
      return [{ act: 'run.started', details: { workflow, version, ...(parent ? { parent } : {}), ...from } }];
    }
    case 'gate_voted':
    case 'gate_answered': {
      const { answer, shown } = event.data;
      const { override } = answer;
      const passed = override ? { override, comment: answer.comment } : {};
      const details = { gate: event.data.gate, node: gate?.node ?? null, option: answer.option, shown, ...passed };
      const act = override ? 'gate.overridden' : event.type === 'gate_voted' ? 'gate.voted' : 'gate.answered';
      return [{ act, details }, ...(gate && answer.option === 'allow' ? allowed(gate) : [])];
    }
    case 'gate_claimed': {
      const { gate, holder } = event.data;
      return [
        {
          act: holder ? 'gate.claimed' : 'gate.let_go',
          details: { gate, ...(holder ? { holder: holder.person } : {}) },
        },
      ];
    }
    case 'run_paused':
    case 'run_resumed':
    case 'run_cancelled':
      return [{ act: `run.${event.type.slice('run_'.length)}`, details: {} }];
    case 'run_restarted': {
      const { node, moved } = event.data;
      if (!moved) return [{ act: 'run.restarted', details: { node } }];
      return [{ act: 'run.moved', details: { node, from: moved.from, to: moved.to, version: moved.version } }];
    }
    case 'rolled_back':
      return [{ act: 'run.rolled_back', details: { checkpoint: event.data.checkpoint } }];
    case 'signal_received':
      return [{ act: 'run.signalled', details: { signal: event.data.name } }];
    default:
      return [];
  }
}

/** `gate` is the one that the event is about, as it stood before. */
export function toldActs(run: string, event: RunEvent, actor: Actor, gate?: Gate): NewAuditEntry[] {
  if (actor.via === 'auto') return [];
  return toldOf(event, gate).map(({ act, details }) => auditEntry(actor, act, run, details, event.at));
}
