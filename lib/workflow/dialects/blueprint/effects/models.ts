// Consequences that ask a model or a set of rules what a person meant, that let agents and skills work, and the lists.
import type { SourceNode } from '../../../source/source-tree.ts';
import { entryFrom, listFrom, mapFrom, type Part, scalarFrom } from '../../borrowed-tree.ts';
import { modelLimits } from '../../model-limits.ts';
import { fieldsOf, itemsOf } from '../fields.ts';
import { type Translation, targetOf, textOf, valueIn, warn, wordsOf } from '../translation.ts';
import { needed } from './files.ts';
import { type Consequence, effect, type Piece, storedBy, storeKeys } from './pieces.ts';

const keywords: Consequence = (fields, translation) => {
  const values = needed(fields, translation, ['input', 'text'], ['keyword_sets', 'keywords']);
  const stored = storedBy(fields.get(...storeKeys), fields, translation);
  if (!values || !stored) return null;
  return [
    effect(fields.tree, 'evaluate_keywords', {
      input: asText(values[0]),
      keyword_sets: values[1],
      store_as: stored.name,
    }),
  ];
};

/** The native effect takes a text, also where the file gives it nothing. */
const asText = (node: SourceNode | undefined): Part => (node?.kind === 'scalar' ? node : '');

/** Definitions and rules that the file only names come with the run; its data may call something else the same. */
function givenWith(entryValue: SourceNode | undefined, translation: Translation): SourceNode | null {
  const name = /^\$\{(\w+)\}$/.exec(textOf(entryValue) ?? '')?.[1];
  const { survey, names } = translation;
  if (name === undefined || !entryValue || survey.fields.has(name) || survey.set.has(name)) {
    return entryValue ? valueIn(entryValue, translation) : null;
  }
  names.given.set(name, 'json');
  return scalarFrom(entryValue, `\${inputs.${name}}`);
}

const intentFlags: Consequence = (fields, translation) => {
  const values = needed(fields, translation, ['input', 'text']);
  const definitions = givenWith(fields.get('flag_definitions', 'flags')?.value, translation);
  const stored = storedBy(fields.get(...storeKeys), fields, translation);
  if (!values || !definitions || !stored) return null;
  return [
    effect(fields.tree, 'parse_intent_flags', {
      input: asText(values[0]),
      flag_definitions: definitions,
      store_as: stored.name,
    }),
  ];
};

const matchRules: Consequence = (fields, translation) => {
  const values = needed(fields, translation, ['flags']);
  const rules = givenWith(fields.get('rules')?.value, translation);
  const stored = storedBy(fields.get(...storeKeys), fields, translation);
  if (!values || !rules || !stored) return null;
  const ranking = translation.ranking === 'score' ? 'score' : undefined;
  return [effect(fields.tree, 'match_3vl_rules', { flags: values[0], rules, ranking, store_as: stored.name })];
};

const dynamicRoute: Consequence = (fields, translation) => {
  const action = targetOf(fields.get('action', 'target', 'node'), translation);
  return action === undefined ? null : [effect(fields.tree, 'dynamic_route', { action })];
};

const spawnAgent: Consequence = (fields, translation) => {
  const agent = needed(fields, translation, ['subagent_type', 'agent_type', 'agent']);
  const prompt = fields.get('prompt', 'prompt_template');
  const stored = storedBy(fields.get(...storeKeys), fields, translation);
  const beside = fields.get('run_in_background');
  if (!agent || !prompt || stored === null) return null;
  if (textOf(beside?.value) === 'true') {
    const message =
      'an agent that works in the background is waited for here, since its result is kept in the run’s data';
    warn(translation, (beside ?? fields.tree).place, 'in_the_foreground', message);
  }
  const words = wordsOf(prompt.value, translation);
  return [
    effect(fields.tree, 'spawn_agent', {
      subagent_type: agent[0],
      prompt: words,
      store_as: stored?.name,
      ...modelLimits(fields.tree),
    }),
    ...(stored?.after ?? []),
  ];
};

/** `skills/<name>/SKILL.md` is the skill of that name. */
const skillName = (text: string) =>
  /([\w.${}-]+)\/SKILL\.md$/i.exec(text)?.[1] ?? text.replace(/\.md$/i, '').split('/').at(-1) ?? text;

const invokeSkill: Consequence = (fields, translation) => {
  const skill = fields.get('skill', 'skill_path', 'skill_name');
  const args = fields.get('args', 'arguments', 'context', 'input');
  const stored = storedBy(fields.get(...storeKeys), fields, translation);
  const name =
    skill?.value.kind === 'scalar' ? valueIn(scalarFrom(skill.value, skillName(skill.value.text)), translation) : null;
  if (!name || stored === null) return null;
  return [
    effect(fields.tree, 'invoke_skill', {
      skill: name,
      args: args && wordsOf(args.value, translation),
      store_as: stored?.name,
      ...modelLimits(fields.tree),
    }),
    ...(stored?.after ?? []),
  ];
};

export const invokePattern: Consequence = (fields, translation) => {
  const values = needed(fields, translation, ['path', 'doc']);
  const [section, context] = [fields.get('section'), fields.get('context', 'input', 'inputs')];
  const stored = storedBy(fields.get(...storeKeys), fields, translation);
  if (!values || stored === null) return null;
  const isGroup = context?.value.kind === 'map' || textOf(context?.value)?.startsWith('${');
  return [
    effect(fields.tree, 'invoke_pattern', {
      path: values[0],
      section: section && wordsOf(section.value, translation),
      context: context && isGroup ? wordsOf(context.value, translation) : undefined,
      store_as: stored?.name,
    }),
    ...(stored?.after ?? []),
  ];
};

function listText(node: SourceNode | undefined, translation: Translation): SourceNode | null {
  if (node?.kind !== 'scalar') return node ? valueIn(node, translation) : null;
  return valueIn(node.text.includes('${') ? node : scalarFrom(node, `\${${node.text}}`), translation);
}

/** The consequences inside are of all kinds, which are only known together (index). */
export const foreachWith =
  (translateOne: Consequence): Consequence =>
  (fields, translation) => {
    const items = listText(fields.get('items', 'foreach', 'in')?.value, translation);
    const as = fields.text('item', 'as', 'item_name', 'variable') ?? 'item';
    const inside = { ...translation, locals: [...translation.locals, as] };
    const pieces = itemsOf(fields.get('actions', 'consequences', 'do')?.value).map((one) =>
      one.kind === 'map' ? translateOne(fieldsOf(one), inside) : null,
    );
    const effects = pieces.flatMap((piece) => piece ?? [null]);
    if (!items || effects.length === 0 || effects.some((one) => one === null || !('effect' in one) || one.isLast))
      return null;
    const all = effects.map((one) => (one as Extract<Piece, { effect: unknown }>).effect);
    return [
      effect(fields.tree, 'foreach', { items, as: as === 'item' ? undefined : as, do: listFrom(fields.tree, all) }),
    ];
  };

/** One agent for each item, all at the same time. */
const agentsParallel: Consequence = (fields, translation) => {
  const items = listText(fields.get('foreach', 'items')?.value, translation);
  const agent = needed(fields, translation, ['agent_type', 'subagent_type', 'agent']);
  const prompt = fields.get('prompt_template', 'prompt');
  const stored = storedBy(fields.get('collect_as', ...storeKeys), fields, translation);
  if (!items || !agent || !prompt || stored === null) return null;
  const words = wordsOf(prompt.value, { ...translation, locals: [...translation.locals, 'item'] });
  const limits = modelLimits(fields.tree);
  const each = mapFrom(fields.tree, { type: 'agent', agent: agent[0], prompt: words, ...limits, next: 'join' });
  const save = stored && mapFrom(fields.tree, { [stored.path.replace(/^computed\./, '')]: '${result}' });
  return [
    {
      origin: fields.tree,
      node: (id) => ({
        parts: { type: 'map', items, body: `${id}__each`, save },
        more: [entryFrom(fields.tree, `${id}__each`, each)],
      }),
    },
  ];
};

export const modelConsequences: Record<string, Consequence> = {
  evaluate_keywords: keywords,
  parse_intent_flags: intentFlags,
  match_3vl_rules: matchRules,
  dynamic_route: dynamicRoute,
  spawn_agent: spawnAgent,
  invoke_skill: invokeSkill,
  invoke_pattern: invokePattern,
  spawn_agents_parallel: agentsParallel,
};
