// A node that does things in order, and one that follows a document or another workflow.
import { entryOf, type SourceEntry, type SourceNode } from '../../../source/source-tree.ts';
import { entryFrom, mapFrom, mapOfEntries, type Part, scalarFrom } from '../../borrowed-tree.ts';
import { byModel, byProse } from '../effects/by-model.ts';
import { invokePattern } from '../effects/models.ts';
import { failureOf, type Translation, targetOf, textOf, warn, wordsOf } from '../translation.ts';
import { aboutNode, chainOf, type NodeTranslation, neededTarget, piecesOf, type Written } from './node.ts';

export const action: NodeTranslation = (written, translation) => {
  const { fields } = written;
  const list = fields.get('actions', 'consequences');
  const prose = fields.get('effect', 'effects', 'pseudocode', 'instructions');
  warnSubagent(fields.get('run_as'), translation);
  const pieces = [
    ...piecesOf(list?.value, translation),
    ...(prose?.value.kind === 'scalar' ? byProse(prose.value, translation) : piecesOf(prose?.value, translation)),
  ];
  const next = targetOf(fields.get('on_success', 'next_node', 'next'), translation);
  return chainOf(written, pieces, {
    about: aboutNode(written),
    next: neededTarget(next, '"on_success"', written, translation),
    on_failure: failureOf(fields.get('on_failure', 'on_error'), translation),
  });
};

function warnSubagent(run: SourceEntry | undefined, translation: Translation): void {
  if (!run || textOf(run.value) !== 'subagent') return;
  warn(
    translation,
    run.place,
    'in_the_foreground',
    'this goal is pursued by the run itself, not by an agent of its own',
  );
}

export const reference: NodeTranslation = (written, translation) => {
  const { fields, entry, id } = written;
  const ways = fields.get('transitions')?.value;
  const onSuccess = targetOf(fields.get('next_node', 'on_success') ?? entryOf(ways, 'on_success'), translation);
  const chain = {
    about: aboutNode(written),
    next: neededTarget(onSuccess, '"next_node"', written, translation),
    on_failure: failureOf(fields.get('on_failure') ?? entryOf(ways, 'on_failure'), translation),
  };
  if (fields.has('workflow')) return [entryFrom(entry, id, callOf(written, translation, chain))];
  fields.get('mode');
  return chainOf(written, invokePattern(fields, translation) ?? byModel(fields, translation), chain);
};

/** `./subflows/load.yaml`, `owner/repository@v1:load` and `./:load` are all the workflow "load" here. */
const stemOf = (text: string) =>
  text
    .split(/[/:]/)
    .at(-1)
    ?.replace(/\.(ya?ml|json)$/, '') ?? text;

type Ways = { about: Record<string, Part>; next: Part; on_failure: Part };

function callOf({ fields, entry }: Written, translation: Translation, { about, ...ways }: Ways): SourceNode {
  const workflow = fields.get('workflow');
  const inputs = fields.get('input', 'inputs', 'context');
  const errors = fields.get('error_mapping');
  if (errors) {
    const message =
      '"error_mapping" names endings of another workflow; here every failure of it goes the one way of this node';
    warn(translation, errors.place, 'left_out', message);
  }
  return mapFrom(entry, {
    type: 'call',
    ...about,
    workflow: scalarFrom(workflow?.value ?? entry, stemOf(textOf(workflow?.value) ?? '')),
    mode: fields.text('mode') === 'spawn' ? 'spawn' : 'inline',
    inputs: inputs?.value.kind === 'map' ? wordsOf(inputs.value, translation) : undefined,
    outputs: outputsOf(fields.get('output_mapping', 'outputs')?.value, translation),
    ...ways,
  });
}

function outputsOf(mapping: SourceNode | undefined, { names }: Translation): Part {
  if (mapping?.kind !== 'map') return undefined;
  const entries = mapping.entries.map((one) => ({
    ...one,
    key: (names.write(one.key) ?? one.key).replace(/^computed\./, ''),
    value: scalarFrom(one.value, outputOf(textOf(one.value) ?? '')),
  }));
  return mapOfEntries(mapping, entries);
}

/** A path of the called run's data: computed before fields of its state, as names are looked up. */
function outputOf(path: string): string {
  const plain = path.trim().replace(/^\$\{(.*)\}$/, '$1');
  const below = plain.replace(/^(computed|state)\./, '');
  return `\${result.data.computed?.${below} ?? result.data.custom?.${below} ?? null}`;
}
