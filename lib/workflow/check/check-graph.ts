// What makes a graph legal: ids, where the run starts, targets and servers that exist, gates whose answers fit.

import { failureKeywords, idPattern, scopeNames, targetKeywords } from '../graph.ts';
import type { LoadedNode } from '../load-nodes.ts';
import { targetsOf } from '../node-targets.ts';
import type { Findings } from '../problems/findings.ts';
import type { FileFields } from '../schema.ts';
import {
  entryOf,
  keyPlaceOf,
  keysBelow,
  nodeAt,
  type Path,
  placeOf,
  type SourceMap,
  type SourceNode,
} from '../source/source-tree.ts';
import { hasTemplate } from '../template.ts';
import { checkArtifacts } from './check-artifacts.ts';
import { checkGate } from './check-gate.ts';
import { checkNeeds } from './check-needs.ts';

const reserved = new Set<string>(scopeNames);
const keywords: readonly string[] = targetKeywords;
const keywordsAfterFailure: readonly string[] = [...targetKeywords, ...failureKeywords];

export function checkGraph(root: SourceMap, file: FileFields, nodes: LoadedNode[], findings: Findings): void {
  // Also the nodes that could not be read: pointing to one of them is no second mistake.
  const ids = new Set(keysBelow(root, ['nodes']));
  const servers = keysBelow(root, ['servers']);
  const roles = keysBelow(root, ['roles']);
  checkCommands(root, servers, findings);
  checkNeeds(root, nodes, ids, findings);
  checkNames(root, ids, findings);
  checkState(root, findings);
  checkHidden(root, nodes, findings);
  checkDefaults(root, file, ids, findings);
  const place = { root: root as SourceNode, at: ['defaults', 'role'], path: [], subject: '"defaults.role"' };
  checkRole(file.defaults.role, roles, place, findings);
  for (const node of nodes) {
    checkTargets(node, ids, findings);
    checkServers(node, servers, findings);
    const where = { root: node.tree, at: ['role'], path: node.path, subject: `node "${node.id}"` };
    checkRole(node.common.role, roles, where, findings);
    checkWrites(node, findings);
    checkArtifacts(node, findings);
    checkGates(node, findings);
  }
}

/** A value of the run may be an argument of a program; which program that is stands in the file. */
function checkCommands(root: SourceMap, servers: string[], findings: Findings): void {
  for (const server of servers) {
    const path = ['servers', server, 'command'];
    const command = nodeAt(root, path);
    if (command?.kind !== 'scalar' || !hasTemplate(command.text)) continue;
    const message = `server "${server}" has a template as its "command"; write the program, and put values into "args" or "env"`;
    findings.error({ code: 'dynamic_command', place: placeOf(root, path), path, message });
  }
}

function checkNames(root: SourceMap, ids: Set<string>, findings: Findings): void {
  const check = (kind: string, top: string, names: Iterable<string>, isNode: boolean) => {
    for (const name of names) {
      const path = [top, name];
      if (!idPattern.test(name)) {
        const message = `${kind} "${name}" has a name that cannot be used; use letters, digits, _ and -, and start with a letter or _`;
        findings.error({ code: 'bad_id', place: keyPlaceOf(root, path), path, message });
      } else if (isNode && reserved.has(name)) {
        const message = `node "${name}" has a name that expressions use for something else; choose another`;
        findings.error({ code: 'reserved_id', place: keyPlaceOf(root, path), path, message });
      }
    }
  };
  check('node', 'nodes', ids, true);
  check('input', 'inputs', keysBelow(root, ['inputs']), false);
  check('server', 'servers', keysBelow(root, ['servers']), false);
  check('role', 'roles', keysBelow(root, ['roles']), false);
}

function checkState(root: SourceMap, findings: Findings): void {
  for (const field of keysBelow(root, ['state'])) {
    if (field === 'flags' || field === 'computed' || !reserved.has(field)) continue;
    const path = ['state', field];
    const message = `"state.${field}" has a name that expressions use for something else; choose another`;
    findings.error({ code: 'reserved_id', place: keyPlaceOf(root, path), path, message });
  }
}

/** A field of the state has no other name than its own: a node that is called the same would hide it. */
function checkHidden(root: SourceMap, nodes: LoadedNode[], findings: Findings): void {
  const declared = keysBelow(root, ['state']).filter((field) => field !== 'flags' && field !== 'computed');
  const set = nodes.flatMap(({ fields, definition }) => (fields ? (definition?.writes?.(fields) ?? []) : []));
  const own = new Set([...declared, ...set.map((path) => path.split(/[.[]/)[0] as string)]);
  for (const { id, path } of nodes) {
    if (!own.has(id) || reserved.has(id)) continue;
    const message = `node "${id}" hides "state.${id}": expressions that say "${id}" mean the node`;
    const suggestion = 'give the node or the field another name';
    findings.error({ code: 'hidden_name', place: keyPlaceOf(root, path), path, message, suggestion });
  }
}

function checkDefaults(root: SourceMap, file: FileFields, ids: Set<string>, findings: Findings): void {
  const { start, defaults } = file;
  if (start !== undefined && !ids.has(start)) {
    const message = `the workflow starts at unknown node "${start}"`;
    const suggestion = findings.didYouMean(start, ids);
    findings.error({ code: 'unknown_target', place: placeOf(root, ['start']), path: ['start'], message, suggestion });
  }
  if (defaults.on_failure === undefined) return;
  const where = {
    root: root as SourceNode,
    at: ['defaults', 'on_failure'],
    path: [],
    subject: '"defaults.on_failure"',
  };
  checkTarget(defaults.on_failure, keywordsAfterFailure, ids, where, findings);
}

function checkTargets(node: LoadedNode, ids: Set<string>, findings: Findings): void {
  for (const { target, at, by } of targetsOf(node)) {
    const where = { root: node.tree, at, path: node.path, subject: `node "${node.id}"` };
    checkTarget(target, by === 'failure' ? keywordsAfterFailure : keywords, ids, where, findings);
  }
}

type Where = { root: SourceNode; at: Path; path: Path; subject: string };

function checkTarget(
  target: string,
  words: readonly string[],
  ids: Set<string>,
  where: Where,
  findings: Findings,
): void {
  if (ids.has(target) || words.includes(target) || hasTemplate(target)) return;
  findings.error({
    code: 'unknown_target',
    place: placeOf(where.root, where.at),
    path: [...where.path, ...where.at],
    message: `${where.subject} points to unknown node "${target}"`,
    suggestion: findings.didYouMean(target, [...ids, ...words]),
  });
}

function checkServers(node: LoadedNode, servers: string[], findings: Findings): void {
  const used = node.fields ? (node.definition?.servers?.(node.fields) ?? []) : [];
  for (const server of used) {
    if (servers.includes(server)) continue;
    const at = entryOf(node.tree, 'server') ? ['server'] : entryOf(node.tree, 'tools') ? ['tools'] : [];
    if (hasTemplate(server)) {
      const message = `node "${node.id}" has a template as its "server"; write one of "servers", and branch to another node for another server`;
      findings.error({ code: 'dynamic_server', place: placeOf(node.tree, at), path: [...node.path, ...at], message });
      continue;
    }
    findings.error({
      code: 'unknown_server',
      place: placeOf(node.tree, at),
      path: [...node.path, ...at],
      message: `node "${node.id}" uses unknown server "${server}"${servers.length === 0 ? '; the workflow has no "servers"' : ''}`,
      suggestion: findings.didYouMean(server, servers),
    });
  }
}

function checkRole(role: string | undefined, roles: string[], where: Where, findings: Findings): void {
  if (role === undefined || roles.includes(role)) return;
  findings.error({
    code: 'unknown_role',
    place: placeOf(where.root, where.at),
    path: [...where.path, ...where.at],
    message: `${where.subject} names unknown role "${role}"${roles.length === 0 ? '; the workflow has no "roles"' : ''}`,
    suggestion: findings.didYouMean(role, roles),
  });
}

function checkWrites(node: LoadedNode, findings: Findings): void {
  const paths = node.fields ? (node.definition?.writes?.(node.fields) ?? []) : [];
  for (const written of paths) {
    const [root = ''] = written.split(/[.[]/);
    if (!reserved.has(root) || root === 'computed' || root === 'flags') continue;
    const message = `node "${node.id}" cannot set "${written}"; set computed, flags or a field of the state`;
    findings.error({ code: 'reserved_id', place: node.place, path: node.path, message });
  }
}

function checkGates(node: LoadedNode, findings: Findings): void {
  const own = node.fields && node.definition?.asks?.(node.fields);
  if (own) checkGate({ spec: own, tree: node.tree, path: node.path, isWhole: node.isWhole }, findings);
  for (const { spec, tree, at, isWhole } of node.gates) {
    checkGate({ spec, tree, path: [...node.path, ...at], isWhole }, findings);
  }
}
