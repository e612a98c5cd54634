// Blueprints: a state machine of actions, conditions and questions over one state, in the versions 1 to 8 of its
// specification and in what real files make of it. Nothing of a file is left out silently: what the native language has no
// words for is kept as it is written and becomes something that a model or a person does, with a warning.
import type { Findings } from '../../problems/findings.ts';
import {
  childOf,
  entryOf,
  type SourceEntry,
  type SourceMap,
  type SourceNode,
  toValue,
} from '../../source/source-tree.ts';
import { entryFrom, listFrom, mapFrom, mapOfEntries, type Part } from '../borrowed-tree.ts';
import type { Dialect } from '../dialect.ts';
import { resemblanceByKeys } from '../resemblance.ts';
import { expandComposites } from './composites.ts';
import { firstState, requirementsOf, stateOf } from './head.ts';
import { inputsOf } from './inputs.ts';
import { translateNodes } from './nodes/index.ts';
import { askNode, warnAsked } from './nodes/node.ts';
import { limitCalls, serversOf } from './servers.ts';
import { type Translation, targetOf, textOf, wordsFor } from './translation.ts';
import { checkVersion8 } from './version-8.ts';
import { namesOf } from './words/names.ts';
import { promptsOf } from './words/prompts.ts';
import { surveyOf } from './words/survey.ts';

const ownTypes = [
  'conditional',
  'user_prompt',
  'validation_gate',
  'reference',
  'ending',
  'confirm',
  'gated_action',
  'goal_seek',
];

/** Other formats have a group of nodes too; only this one has these words in it. */
function isOwnNode({ value }: SourceEntry): boolean {
  const type = textOf(childOf(value, 'type')) ?? '';
  return (
    ownTypes.includes(type) ||
    (type === 'action' && ['actions', 'consequences', 'on_success'].some((key) => entryOf(value, key)))
  );
}

function recognises(tree: SourceNode): boolean {
  const nodes = childOf(tree, 'nodes');
  if (nodes?.kind !== 'map') return false;
  return (
    entryOf(tree, 'start_node') !== undefined ||
    entryOf(tree, 'initial_state') !== undefined ||
    nodes.entries.some(isOwnNode)
  );
}

/** Since 2.1 rules are ranked by how many of their conditions hold; before, by a score. */
function rankingOf(root: SourceMap): Translation['ranking'] {
  const definitions = childOf(root, 'definitions');
  const words = `${textOf(childOf(definitions, 'version')) ?? ''} ${textOf(childOf(definitions, 'source')) ?? ''}`;
  const [, major = '', minor = ''] = /v?(\d+)\.(\d+)/.exec(words) ?? [];
  if (major === '') return entryOf(root, 'default_error') ? 'hard_soft' : 'score';
  return Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 1) ? 'hard_soft' : 'score';
}

/** Some of them only describe the file to its readers and its own tools. */
const knownKeys = new Set(
  'name version description tags entry_preconditions initial_state start_node nodes endings default_error definitions imports input_schema output_schema inputs outputs composes trust_mode data_mcps payload_types declared_effects schema_version metadata author title'.split(
    ' ',
  ),
);

function checkHead(root: SourceMap, findings: Findings): void {
  const version = entryOf(root, 'version');
  if (version && (version.value.kind !== 'scalar' || !/^\d+\.\d+\.\d+([-+][\w.+-]+)?$/.test(version.value.text))) {
    const message = '"version" must have three numbers, like 1.0.0';
    findings.error({ code: 'wrong_value', place: version.value.place, path: ['version'], message });
  }
  if (!entryOf(root, 'start_node')) {
    const message = 'a blueprint needs "start_node", the node that it begins with';
    findings.error({
      code: 'missing',
      place: entryOf(root, 'nodes')?.place ?? root.place,
      path: ['start_node'],
      message,
    });
  }
  checkDefaultError(root, findings);
  for (const { key, place } of root.entries) {
    if (knownKeys.has(key)) continue;
    const message = `"${key}" means nothing at the top of a blueprint and is left out`;
    findings.warning({ code: 'left_out', place, path: [key], message });
  }
}

function checkDefaultError(root: SourceMap, findings: Findings): void {
  const fallback = entryOf(root, 'default_error');
  const node = childOf(childOf(root, 'nodes'), textOf(fallback?.value) ?? '');
  if (!fallback || !node || textOf(childOf(node, 'type')) === 'ending') return;
  const message = `"default_error" must be an ending, and "${textOf(fallback.value)}" is none`;
  findings.error({ code: 'wrong_value', place: fallback.value.place, path: ['default_error'], message });
}

function translate(tree: SourceNode, findings: Findings): SourceMap | null {
  const written = entryOf(tree, 'nodes');
  if (tree.kind !== 'map' || written?.value.kind !== 'map') return null;
  checkHead(tree, findings);
  checkVersion8(tree, findings);
  const { nodes, aliases } = expandComposites(written.value, findings);
  const root = mapOfEntries(
    tree,
    tree.entries.map((entry) => (entry === written ? { ...written, value: nodes } : entry)),
  );
  const survey = surveyOf(root);
  const prompts = promptsOf(root);
  const translation: Translation = {
    findings,
    survey,
    prompts,
    names: namesOf(survey, prompts),
    ranking: rankingOf(root),
    defaultError: entryOf(root, 'default_error'),
    start: entryOf(root, 'start_node'),
    firstState: [],
    budget: { effects: 5_000 },
    aliases,
    locals: [],
    path: [],
  };
  translation.firstState = firstState(root, { ...translation, findings: silent(findings) });
  return nativeRoot(root, translation);
}

/** For what is asked twice and told once. */
const silent = (findings: Findings): Findings => ({ ...findings, error: () => {}, warning: () => {} });

function nativeRoot(root: SourceMap, translation: Translation): SourceMap {
  const { findings } = translation;
  const state = stateOf(root, translation);
  const nodes = limitCalls(root, translateNodes(root, translation), findings);
  const { require, asked } = requirementsOf(root, { ...translation, path: ['entry_preconditions'] });
  const before = beforeStart(root, asked, translation);
  const description = entryOf(root, 'description');
  const workspace = workspaceOf(root, [...nodes, ...before.nodes], require, translation);
  return mapFrom(root, {
    name: entryOf(root, 'name'),
    version: entryOf(root, 'version'),
    description: description?.value.kind === 'scalar' ? description : undefined,
    tags: entryOf(root, 'tags'),
    inputs: inputsOf(root, translation),
    servers: serversOf(root, findings),
    state,
    require,
    workspace,
    start: before.start,
    nodes: mapOfEntries(entryOf(root, 'nodes') ?? root, [...before.nodes, ...nodes]),
  });
}

const fileWords =
  /"type":"(read_|write_|append_to|create_dir|delete_|glob_|check"|run_command|clone_|get_sha|git_|cache_|invoke_pattern|file_ex|directory_ex|path_check|task")/;

/** A file that works on files works where it is called; here whoever starts the run says where that is. */
function workspaceOf(root: SourceMap, nodes: SourceEntry[], require: Part, { names, survey }: Translation): Part {
  const all = [...nodes.map(({ value }) => value), ...(require ? [require as SourceNode] : [])];
  if (!all.some((node) => fileWords.test(JSON.stringify(toValue(node))))) return undefined;
  const taken = survey.inputs.has('folder') || names.given.has('folder');
  const name = taken ? 'workspace_folder' : 'folder';
  names.given.set(name, 'string');
  return mapFrom(root, { path: `\${inputs.${name} || null}` });
}

/** What the file loads and what only a person can say comes before its first node. */
function beforeStart(
  root: SourceMap,
  asked: SourceNode[],
  translation: Translation,
): { start: Part; nodes: SourceEntry[] } {
  const start = targetOf(translation.start, translation);
  const nodes: SourceEntry[] = [];
  let first: Part = start;
  const imports = entryOf(root, 'imports');
  if (imports?.value.kind === 'map' && imports.value.entries.length > 0) {
    const effects = imports.value.entries.map((one) =>
      mapFrom(one, {
        type: 'read_config',
        path: one.value,
        store_as: `computed.imports.${one.key.replace(/\W/g, '_')}`,
      }),
    );
    nodes.push(
      entryFrom(
        imports,
        'load_imports',
        mapFrom(imports, { type: 'action', next: first, on_failure: 'skip', do: listFrom(imports, effects) }),
      ),
    );
    first = 'load_imports';
  }
  const entry = entryOf(root, 'entry_preconditions');
  if (entry && asked.length > 0) {
    for (const one of asked) warnAsked({ ...translation, path: ['entry_preconditions'] }, one, 'this precondition');
    const message = `Before this run starts, all of these must hold. Do they?\n\n${asked.map(wordsFor).join('\n\n')}`;
    nodes.unshift(entryFrom(entry, 'before_start', askNode({ entry }, message, { yes: first, no: 'fail' }, {})));
    first = 'before_start';
  }
  return { start: first, nodes };
}

export const blueprint: Dialect = {
  format: 'blueprint',
  missing: 'error',
  recognises,
  resembles: (tree) =>
    resemblanceByKeys(tree, {
      telling: ['start_node', 'initial_state', 'entry_preconditions', 'endings'],
      needed: ['nodes', 'start_node'],
    }),
  translate,
};
