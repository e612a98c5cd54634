// The nodes of a later kind of chains: commands whose results are read, decisions over them, gates, forks and joins, values
// to work out, and ends. What only the other system knows of a project (`ctx.project`) is a question to a person here.
import { parseExpression } from '../../expression/expression.ts';
import type { SourceMap, SourceNode, SourceScalar } from '../../source/source-tree.ts';
import {
  entryFrom,
  givenIn,
  listFrom,
  literally,
  mapFrom,
  mapOfEntries,
  type Part,
  replaceIn,
  scalarFrom,
  textIn,
} from '../borrowed-tree.ts';
import { freeIdIn } from '../legal-ids.ts';
import { modelLimits } from '../model-limits.ts';
import { withReferences } from '../player/references.ts';
import { type ChainFile, callOf, targetFrom } from './chain-file.ts';
import type { ChainNode } from './nodes.ts';

type Fields = Record<string, Part>;

const name = /'[^']*'|"[^"]*"|\b(?:ctx\.)?[A-Za-z_]\w*(?:\.\w+)*\b/g;
const words = new Set(['true', 'false', 'null', 'and', 'or', 'not', 'in']);

/** `ctx.result` is what the command before reported, `ctx.inputs` what the run was started with, `ctx.vars` what was worked out. */
function pathOf(file: ChainFile, written: string): string {
  if (/^['"]/.test(written) || words.has(written)) return written;
  const path = written.replace(/^ctx\./, '');
  const [first = '', ...rest] = path.split('.');
  const below = rest.join('.');
  if (first === 'result' && below !== '') return `prev.result.${below}`;
  if (first === 'inputs' && below !== '') return `inputs.${below}`;
  if (first === 'vars' || first === 'var') return `computed.${below}`;
  if (file.variables.has(path)) return `inputs.${file.variables.get(path)}`;
  return `(prev.result.${path} ?? computed.${path})`;
}

const expressionOf = (file: ChainFile, scalar: SourceScalar): SourceScalar =>
  replaceIn(scalar, name, ([found]) => pathOf(file, found));

const literal = ({ value, text }: SourceScalar) =>
  typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : value === null ? 'null' : text;

const milliseconds = (tree: SourceNode | undefined, key: string): Part => {
  const entry = givenIn(tree, key);
  return entry && /^\d+$/.test(textIn(tree, key) ?? '') ? scalarFrom(entry.value, `${textIn(tree, key)}ms`) : undefined;
};

const wayOut = (file: ChainFile, node: ChainNode, key: string): Part => {
  const entry = givenIn(node.tree, key);
  return entry && targetFrom(file, entry, node.tree);
};

function command(file: ChainFile, node: ChainNode): Fields | null {
  const { tree } = node;
  const cmd = givenIn(tree, 'cmd') ?? givenIn(tree, 'command');
  if (cmd?.value.kind !== 'scalar') {
    const message = `command "${node.written}" needs "cmd"`;
    file.findings.error({ code: 'missing', place: node.place, path: ['nodes', node.written, 'cmd'], message });
    return null;
  }
  const args = givenIn(tree, 'args')?.value;
  const retry = givenIn(tree, 'retry');
  return {
    type: 'command',
    executor: scalarFrom(cmd.value, cmd.value.text.replace(/^\//, '')),
    args: args?.kind === 'scalar' ? withReferences(args, { ids: file.ids, inputs: file.variables }) : undefined,
    ...modelLimits(node),
    retry:
      retry &&
      mapFrom(retry, {
        attempts: givenIn(retry.value, 'max_attempts'),
        backoff: milliseconds(retry.value, 'base_backoff_ms'),
        max_backoff: milliseconds(retry.value, 'max_backoff_ms'),
      }),
    timeout: milliseconds(tree, 'timeout_ms'),
    max_visits: givenIn(tree, 'max_visits'),
    next: targetFrom(file, givenIn(tree, 'next'), tree),
    on_failure: wayOut(file, node, 'on_failure'),
  };
}

type Way = { tree: SourceNode; value: SourceScalar | undefined; match: SourceScalar | undefined; to: Part };

function waysOf(file: ChainFile, { tree }: ChainNode): { ways: Way[]; usual: Part } {
  const scalarIn = (one: SourceNode, key: string) => {
    const value = one.kind === 'map' ? one.entries.find((entry) => entry.key === key)?.value : undefined;
    return value?.kind === 'scalar' ? value : undefined;
  };
  const edges = givenIn(tree, 'edges')?.value;
  const branches = givenIn(tree, 'branches')?.value;
  let usual: Part;
  const ways = (edges?.kind === 'list' ? edges.items : []).flatMap((one): Way[] => {
    const to = targetFrom(file, givenIn(one, 'target'), one);
    if (textIn(one, 'default') === 'true') usual = to;
    const way = { tree: one, value: scalarIn(one, 'value'), match: scalarIn(one, 'match'), to };
    return way.value || way.match ? [way] : [];
  });
  for (const { key, value, place } of branches?.kind === 'map' ? branches.entries : []) {
    const to = targetFrom(file, { key, value, place }, value);
    if (key === 'default') usual = to;
    else
      ways.push({
        tree: value,
        value: { ...scalarFrom({ place }, key === 'true' ? true : key === 'false' ? false : key) },
        match: undefined,
        to,
      });
  }
  return { ways, usual };
}

function decision(file: ChainFile, node: ChainNode): Fields | null {
  const { ways, usual } = waysOf(file, node);
  const tested = givenIn(node.tree, 'eval') ?? givenIn(node.tree, 'condition') ?? givenIn(node.tree, 'prompt');
  const text = tested?.value.kind === 'scalar' ? tested.value : undefined;
  if (ways.length === 0 && usual === undefined) {
    const message = `decision "${node.written}" needs "edges", each with a "target"`;
    file.findings.error({ code: 'missing', place: node.place, path: ['nodes', node.written, 'edges'], message });
    return null;
  }
  const made = text && expressionOf(file, text);
  const tests = ways.map(({ value, match }) => {
    if (match) return expressionOf(file, match);
    return made && value ? scalarFrom(value, `${made.text} == ${literal(value)}`) : undefined;
  });
  const isKnown = !/\bctx\.project\b/.test(`${text?.text ?? ''} ${ways.map(({ match }) => match?.text).join(' ')}`);
  const isReadable = tests.every((test) => test && parseExpression(test.text).ok);
  if (textIn(node.tree, 'strategy') === 'llm' || !isKnown || !isReadable) return asked(file, node, ways, usual, text);
  const cases = ways.map(({ tree, to }, index) => mapFrom(tree, { if: tests[index], then: to }));
  if (cases.length === 0) return { type: 'checkpoint', next: usual };
  return { type: 'switch', cases: listFrom(givenIn(node.tree, 'edges') ?? node, cases), default: usual };
}

/** What nobody but a person can tell here. */
function asked(file: ChainFile, node: ChainNode, ways: Way[], usual: Part, text: SourceScalar | undefined): Fields {
  const taken: string[] = [];
  const options = ways.map(({ tree, value, match, to }) => {
    const label = value?.text ?? match?.text ?? '';
    const id = freeIdIn(label.toLowerCase().replace(/[^a-z0-9]+/g, '_') || 'choice', taken);
    taken.push(id);
    return { id, label, tree, to, description: givenIn(tree, 'description')?.value };
  });
  if (usual !== undefined)
    options.push({
      id: freeIdIn('default', taken),
      label: 'Anything else',
      tree: node.tree,
      to: usual,
      description: undefined,
    });
  const message = `"${text?.text ?? node.written}" is known only to the system that this file comes from; a person is asked`;
  file.findings.warning({
    code: 'asks_person',
    place: text?.place ?? node.place,
    path: ['nodes', node.written],
    message,
  });
  return {
    type: 'gate',
    kind: 'question',
    message: literally(scalarFrom(node, textIn(node.tree, 'description') ?? `What is ${text?.text ?? node.written}?`)),
    options: listFrom(
      node,
      options.map(({ id, label, tree, description }) =>
        mapFrom(tree, {
          id,
          label: literally(scalarFrom(tree, label)),
          description: description && literally(description),
        }),
      ),
    ),
    on: mapOfEntries(
      node,
      options.flatMap(({ id, tree, to }) => (to === undefined ? [] : [entryFrom(tree, id, to)])),
    ),
  };
}

function gate(file: ChainFile, node: ChainNode): Fields {
  const pass = targetFrom(file, givenIn(node.tree, 'on_pass') ?? givenIn(node.tree, 'next'), node.tree);
  const fail = wayOut(file, node, 'on_fail') ?? 'fail';
  const condition = givenIn(node.tree, 'condition')?.value;
  const test = condition?.kind === 'scalar' ? expressionOf(file, condition) : undefined;
  const waits = textIn(node.tree, 'wait') === 'true' || !test || !parseExpression(test.text).ok;
  if (!waits) return { type: 'if', condition: test, then: pass, else: fail };
  const words =
    givenIn(node.tree, 'wait_message') ?? givenIn(node.tree, 'description') ?? givenIn(node.tree, 'condition');
  return {
    type: 'gate',
    kind: 'question',
    message: words && literally(words.value),
    options: listFrom(node, [
      mapFrom(node, { id: 'pass', label: 'Pass' }),
      mapFrom(node, { id: 'fail', label: 'Fail', style: 'danger' }),
    ]),
    on: mapFrom(node, { pass, fail }),
  };
}

/** Its branches end where they lead to the join; the run goes on after that. */
function fork(file: ChainFile, node: ChainNode): Fields {
  const list = givenIn(node.tree, 'branches')?.value;
  const starts =
    list?.kind === 'list' ? list.items : list?.kind === 'map' ? list.entries.map(({ value }) => value) : [];
  const branches = starts.flatMap((item) =>
    item.kind === 'scalar'
      ? [entryFrom(item, file.ids.get(item.text) ?? item.text, scalarFrom(item, file.ids.get(item.text) ?? item.text))]
      : [],
  );
  const join = textIn(node.tree, 'join');
  const joined = join === undefined ? undefined : file.joins.get(join);
  return {
    type: 'parallel',
    branches: mapOfEntries(node, branches),
    join: joined && givenIn(joined, 'strategy'),
    next: targetFrom(file, givenIn(joined ?? node.tree, 'next'), node.tree),
  };
}

function compute(file: ChainFile, node: ChainNode): Fields {
  const set = givenIn(node.tree, 'set')?.value;
  const effects = (set?.kind === 'map' ? set.entries : []).map(({ key, value }) => {
    const isText = value.kind === 'scalar' && typeof value.value === 'string';
    const made = isText ? expressionOf(file, value) : undefined;
    const field = key.replace(/^(?:ctx\.)?vars?\./, '');
    if (made && parseExpression(made.text).ok)
      return mapFrom(value, { type: 'compute', expression: made, store_as: field });
    return mapFrom(value, { type: 'set_state', field: `computed.${field}`, value: literally(value) });
  });
  const next = targetFrom(file, givenIn(node.tree, 'next'), node.tree);
  return effects.length > 0 ? { type: 'action', do: listFrom(node, effects), next } : { type: 'checkpoint', next };
}

function terminal(file: ChainFile, node: ChainNode): Fields {
  const graph = givenIn(node.tree, 'delegate_graph');
  if (graph?.value.kind === 'scalar') {
    const given = givenIn(node.tree, 'delegate_inputs')?.value;
    const call = callOf(graph.value.text.replace(/^.*\//, ''), graph.value);
    return { ...call, inputs: given ?? call.inputs, next: scalarFrom(graph.value, 'complete') };
  }
  const outcomes: Record<string, string> = {
    success: 'success',
    failure: 'failure',
    failed: 'failure',
    paused: 'indeterminate',
  };
  const summary = givenIn(node.tree, 'summary')?.value;
  return {
    type: 'end',
    outcome: outcomes[textIn(node.tree, 'status') ?? 'success'] ?? 'success',
    message:
      summary?.kind === 'scalar' ? withReferences(summary, { ids: file.ids, inputs: file.variables }) : undefined,
  };
}

export const walkerKinds: Record<string, (file: ChainFile, node: ChainNode) => Fields | null> = {
  command,
  gate,
  fork,
  eval: compute,
  terminal,
};

/** A decision of this kind has edges; one of the other asks with choices. */
export const isWalkerDecision = (tree: SourceMap) =>
  !givenIn(tree, 'choices') && Boolean(givenIn(tree, 'edges') ?? givenIn(tree, 'eval') ?? givenIn(tree, 'branches'));

export const walkerDecision = decision;
