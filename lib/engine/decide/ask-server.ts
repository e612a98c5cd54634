// The question whether an MCP server may start. It shows exactly what would be started, and the answer holds for that alone.
import type { ServerStart } from '../../nodes/contract/outcome.ts';
import { serverSlot } from '../event-types.ts';
import type { Draft } from '../events.ts';
import type { Position } from '../state.ts';
import type { DecisionInput } from './decision-input.ts';
import { escaped, openGate } from './open-gate.ts';

/** A value of many lines is set in, so that none of them looks like one of ours. */
const line = (name: string, value: string) => `${name}: ${value.replaceAll('\n', '\n    ')}`;

function whatStarts({ command, args, env, cwd, files }: ServerStart): string {
  const lines = [
    line('command', command),
    ...args.map((argument, index) => line(`args[${index}]`, argument)),
    ...Object.entries(env).map(([name, value]) => line(`env ${name}`, value)),
    ...(cwd === null ? [] : [line('cwd', cwd)]),
    ...files.map(({ path, sha256 }) => line(`file ${path.replaceAll('\n', ' ')}`, `SHA-256 ${sha256}`)),
  ];
  return lines.join('\n');
}

const askedAgain = 'It is asked again because approvals now cover what is really started.';

export function askServer(moment: DecisionInput, position: Position, start: ServerStart): Draft {
  const { id, hash, wasAllowedAsWritten } = start;
  const words = [
    `Start the MCP server "${id}"? It runs on this machine with the console’s rights.`,
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
    leads: { allow: `${id} starts`, deny: `${position.node} fails` },
  });
}
