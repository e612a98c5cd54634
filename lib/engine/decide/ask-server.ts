// The question whether an MCP server may start. It shows exactly what would be started, and the answer holds for that alone.
import type { ServerStart } from '../../nodes/contract/outcome.ts';
import { outsideLines } from '../../nodes/parts/outside.ts';
import { outsideId, serverSlot } from '../event-types.ts';
import type { Draft } from '../events.ts';
import type { Position } from '../state.ts';
import type { DecisionInput } from './decision-input.ts';
import { escaped, openGate } from './open-gate.ts';

/** A value of many lines is set in, so that none of them looks like one of ours. */
const line = (name: string, value: string) => `${name}: ${value.replaceAll('\n', '\n    ')}`;

function whatStarts({ command, args, env, cwd, files, outside }: ServerStart): string {
  const lines = [
    ...(command === '' ? [] : [line('command', command)]),
    ...args.map((argument, index) => line(`args[${index}]`, argument)),
    ...Object.entries(env).map(([name, value]) => line(`env ${name}`, value)),
    ...(cwd === null ? [] : [line('cwd', cwd)]),
    ...files.map(({ path, sha256 }) => line(`file ${path.replaceAll('\n', ' ')}`, `SHA-256 ${sha256}`)),
    ...(outside && outside !== 'all' ? outsideLines(outside) : []),
  ];
  return lines.join('\n');
}

const askedAgain = 'It is asked again because approvals now cover what is really started.';

function question({ id, outside, warning }: ServerStart): string {
  if (id === outsideId) return 'May the commands of this workflow use this of the machine?';
  const start = `Start the MCP server "${id}"?`;
  if (outside === 'all')
    return `${start} It asks to be let out: with no wall around it, it can read everything this console can.`;
  return warning === undefined ? `${start} It runs on this machine, behind a wall.` : start;
}

export function askServer(moment: DecisionInput, position: Position, start: ServerStart): Draft {
  const { id, hash, wasAllowedAsWritten } = start;
  const words = [
    question(start),
    ...(start.warning === undefined ? [] : [start.warning]),
    ...(wasAllowedAsWritten ? [askedAgain] : []),
  ];
  return openGate(moment, position, {
    purpose: 'server',
    slot: serverSlot,
    offset: 1,
    server: { id, hash },
    spec: {
      kind: 'question',
      message: escaped(words.join(' ')),
      show: [escaped(whatStarts(start))],
      options: [
        { id: 'allow', label: 'Allow', style: 'primary', description: 'Remembered until what is started changes' },
        { id: 'deny', label: 'Deny', style: 'danger' },
      ],
    },
    leads: { allow: id === outsideId ? `${position.node} begins` : `${id} starts`, deny: `${position.node} fails` },
  });
}
