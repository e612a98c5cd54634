// What must be true of a node's work. Its system judges once the walk has ended; a node that is there to verify is judged on
// the spot, and so is what an action says it has brought about.
import { childOf, type SourceMap, type SourceNode, toValue } from '../../source/source-tree.ts';
import { entryFrom, givenIn, mapFrom, type Part, scalarFrom, textIn } from '../borrowed-tree.ts';
import type { GraphNode } from './graph-file.ts';
import { plainText } from './params.ts';

const kinds = new Map([
  ['TextPresent', { type: 'text_present', field: 'text', keys: ['text', 'value', 'expected'] }],
  ['TextAbsent', { type: 'text_absent', field: 'text', keys: ['text', 'value', 'unexpected'] }],
  [
    'TemplateFound',
    { type: 'template_found', field: 'template', keys: ['template', 'template_image', 'image', 'path'] },
  ],
  ['WindowTitleMatches', { type: 'window_title_matches', field: 'title', keys: ['title', 'pattern', 'text', 'value'] }],
]);

export function checksOf({ tree, params }: GraphNode, intent: string | undefined): SourceNode[] {
  const when = textIn(tree, 'role') === 'Verification' ? 'inline' : 'after';
  const written = childOf(tree, 'checks');
  const judged = (node: SourceNode | undefined, key: string, at: string) => {
    const entry = givenIn(node, key);
    const words = textIn(node, key);
    return entry && words !== undefined ? [judgement(entry.value, words, at)] : [];
  };
  return [
    ...(written?.kind === 'list' ? written.items.filter((item): item is SourceMap => item.kind === 'map') : []).map(
      typed,
    ),
    ...judged(tree, 'expected_outcome', when),
    ...judged(params, 'verification_assertion', 'inline'),
    ...(intent === undefined ? [] : [judgement(tree, intent, 'after')]),
  ];
}

const judgement = (origin: SourceNode, words: string, when: string, onFail?: Part) =>
  mapFrom(origin, { type: 'judge', question: scalarFrom(origin, plainText(words)), on_fail: onFail, when });

/** One whose words are not where they should be is judged by what it says. */
function typed(check: SourceMap): SourceNode {
  const params = childOf(check, 'params');
  const onFail = textIn(check, 'on_fail') === 'WarnOnly' ? 'warn' : undefined;
  const kind = kinds.get(textIn(check, 'check_type') ?? '');
  const word = kind?.keys.map((key) => givenIn(params, key)).find((entry) => entry?.value.kind === 'scalar');
  const name = textIn(check, 'name');
  if (!kind || word?.value.kind !== 'scalar') {
    const words = [name, textIn(check, 'check_type'), params && JSON.stringify(toValue(params))];
    return judgement(check, words.filter((one) => one).join(': ') || 'The check holds', 'after', onFail);
  }
  return mapFrom(check, {
    type: kind.type,
    name: name === undefined ? undefined : plainText(name),
    [kind.field]: entryFrom(word, kind.field, scalarFrom(word.value, plainText(word.value.text))),
    on_fail: onFail,
    when: 'after',
  });
}
