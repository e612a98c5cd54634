// What only newer files have, and what they must get right: which MCP servers they use and how far, the shapes of what is
// sent to them, and where failures go. Files of version 8 have their endings among the nodes.
import type { Findings } from '../../problems/findings.ts';
import {
  childOf,
  entryOf,
  type Path,
  type Place,
  type SourceEntry,
  type SourceMap,
  type SourceNode,
} from '../../source/source-tree.ts';
import { callsIn } from './servers.ts';
import { textOf } from './translation.ts';

type Told = { findings: Findings };
const isGroup = (node: SourceNode | undefined): node is SourceMap => node?.kind === 'map';

function refuse({ findings }: Told, code: string, place: Place, path: Path, message: string): void {
  findings.error({ code, place, path, message });
}

const olderKeys = ['initial_state', 'definitions', 'entry_preconditions', 'input_schema', 'imports'];

export function checkVersion8(root: SourceMap, findings: Findings): void {
  const told = { findings };
  const [endings, fallback] = [entryOf(root, 'endings'), entryOf(root, 'default_error')];
  const isNew = ['trust_mode', 'data_mcps', 'payload_types', 'declared_effects'].some((key) => entryOf(root, key));
  const isOld = olderKeys.some((key) => entryOf(root, key));
  if (endings && fallback && (isNew || !isOld)) {
    const message =
      'a file with "default_error" has its endings among the nodes, as nodes of type ending, and no "endings"';
    refuse(told, 'unknown_key', endings.place, ['endings'], message);
  }
  checkTrust(root, told);
  checkServers(root, told);
  checkPayloads(root, told);
  checkEffects(root, told);
  checkCalls(root, told);
}

function checkTrust(root: SourceMap, told: Told): void {
  const mode = entryOf(root, 'trust_mode');
  if (!mode || ['stateless', 'gated'].includes(textOf(mode.value) ?? '')) return;
  refuse(told, 'wrong_value', mode.value.place, ['trust_mode'], '"trust_mode" must be stateless or gated');
}

const alias = /^[a-z_][a-z0-9_-]*$/;

function checkAlias({ key, place }: SourceEntry, top: string, told: Told): void {
  if (alias.test(key)) return;
  const message = `"${key}" cannot be the name of a server; use small letters, digits, _ and -, and start with a letter or _`;
  refuse(told, 'bad_id', place, [top, key], message);
}

function entriesOf(root: SourceMap, top: string, told: Told): SourceEntry[] {
  const entry = entryOf(root, top);
  if (!entry || (entry.value.kind === 'scalar' && entry.value.text === '')) return [];
  if (isGroup(entry.value)) return entry.value.entries;
  refuse(told, 'wrong_type', entry.place, [top], `"${top}" must be a group of keys`);
  return [];
}

function checkServers(root: SourceMap, told: Told): void {
  for (const entry of entriesOf(root, 'data_mcps', told)) {
    checkAlias(entry, 'data_mcps', told);
    if (/^[\w@/.-]+@[\w.\-^~><=*|,\s]+$/.test(textOf(entry.value) ?? '')) continue;
    const message = `"data_mcps.${entry.key}" must be a server and its version, like tools@^1`;
    refuse(told, 'wrong_value', entry.value.place, ['data_mcps', entry.key], message);
  }
}

function checkPayloads(root: SourceMap, told: Told): void {
  for (const { key, place, value } of entriesOf(root, 'payload_types', told)) {
    if (!/^[a-z_][a-z0-9_]*@\d+$/.test(key)) {
      const message = `"${key}" cannot be the name of a payload type; write a name in small letters and a version, like order@1`;
      refuse(told, 'bad_id', place, ['payload_types', key], message);
    }
    if (!isGroup(value))
      refuse(told, 'wrong_type', place, ['payload_types', key], `"${key}" must be a group of fields`);
  }
}

function checkEffects(root: SourceMap, told: Told): void {
  for (const entry of entriesOf(root, 'declared_effects', told)) {
    const { key, value, place } = entry;
    checkAlias(entry, 'declared_effects', told);
    const path = ['declared_effects', key];
    if (textOf(value) === 'forbidden') continue;
    if (!isGroup(value)) {
      refuse(
        told,
        'wrong_value',
        value.place,
        path,
        `"declared_effects.${key}" must be forbidden, or say "tools" and "max_call_count"`,
      );
      continue;
    }
    const count = childOf(value, 'max_call_count');
    const number = Number(textOf(count));
    if (count && !(Number.isInteger(number) && number >= 0 && textOf(count) !== '')) {
      refuse(
        told,
        'wrong_value',
        count.place,
        [...path, 'max_call_count'],
        '"max_call_count" must be a whole number from 0',
      );
    }
    const tools = entryOf(value, 'tools');
    if (tools && tools.value.kind !== 'list') refuse(told, 'wrong_type', place, path, '"tools" must be a list');
  }
}

/** Every call is one that the file allows itself. */
function checkCalls(root: SourceMap, told: Told): void {
  const nodes = childOf(root, 'nodes');
  const servers = childOf(root, 'data_mcps');
  const limits = childOf(root, 'declared_effects');
  const types = childOf(root, 'payload_types');
  for (const call of nodes ? callsIn(nodes) : []) {
    const tool = childOf(call, 'tool');
    const [server = '', name = ''] = (textOf(tool) ?? '').split('.');
    const say = (code: string, node: SourceNode, message: string) => refuse(told, code, node.place, ['nodes'], message);
    const limit = childOf(limits, server);
    const allowed = childOf(limit, 'tools');
    if (tool && !entryOf(servers, server))
      say('unknown_server', tool, `"${server}" is none of the servers in "data_mcps"`);
    else if (tool && textOf(limit) === 'forbidden')
      say('forbidden_call', tool, `"declared_effects" forbids the server "${server}"`);
    else if (tool && allowed?.kind === 'list' && !allowed.items.some((one) => textOf(one) === name)) {
      say('forbidden_call', tool, `"declared_effects" does not allow the tool "${name}" of "${server}"`);
    }
    const type = childOf(call, 'params_type');
    const payload = entryOf(types, textOf(type) ?? '');
    if (type && !payload)
      say('unresolved_params_type', type, `"${textOf(type)}" is none of the payload types of the file`);
    if (payload) checkParams(call, payload, say);
  }
}

type Say = (code: string, node: SourceNode, message: string) => void;

/** What is written out must have the fields that its type needs, and no others. */
function checkParams(call: SourceMap, { key, value }: SourceEntry, say: Say): void {
  const params = entryOf(call, 'params');
  if (!isGroup(value) || (params && !isGroup(params.value))) return;
  const given = isGroup(params?.value) ? params.value.entries : [];
  for (const field of value.entries) {
    const isOptional = /\boptional\b/.test(textOf(field.value) ?? '');
    if (isOptional || given.some((one) => one.key === field.key)) continue;
    say('missing', params?.value ?? call, `"params" lacks "${field.key}", which ${key} needs`);
  }
  for (const one of given) {
    if (!entryOf(value, one.key))
      say('unknown_key', { ...one.value, place: one.place }, `"${one.key}" is no field of ${key}`);
  }
}
