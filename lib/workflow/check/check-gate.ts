// What makes a gate answerable: options that exist wherever they are named, and nothing that approves by silence.
import { type GateSpec, hasDynamicOptions, type NodeGateSpec, optionsOf } from '../../nodes/parts/gate-spec.ts';
import { isTextType, readInputValue } from '../inputs/input-value.ts';
import type { Findings } from '../problems/findings.ts';
import { holderText } from '../problems/schema-issue.ts';
import { keyPlaceOf, nodeAt, type Path, placeOf, type SourceNode } from '../source/source-tree.ts';
import { hasTemplate } from '../template.ts';

/** `path` is the gate's place in the file; `isWhole` is false when parts of it were already refused. */
export type GateToCheck = { spec: GateSpec | NodeGateSpec; tree: SourceNode; path: Path; isWhole: boolean };

type FormField = NonNullable<GateSpec['form']>[string];

const mostListed = 10;

export function checkGate({ spec, tree, path, isWhole }: GateToCheck, findings: Findings): void {
  if (!isWhole || spec.kind === 'none') return;

  // Options that the run gives are known only then: nothing can be said about the answers.
  if (hasDynamicOptions(spec)) return;
  const ids = optionsOf({ ...spec, kind: spec.kind }).map(({ id }) => id);
  const refuse = (code: string, at: Path, message: string, word?: string, place = placeOf(tree, at)) => {
    const suggestion = word === undefined ? undefined : findings.didYouMean(word, ids);
    findings.error({ code, place, path: [...path, ...at], message: `${holderText(path)} ${message}`, suggestion });
  };
  const optionList = ids.length > mostListed ? `it has ${ids.length} options` : `its options are ${ids.join(', ')}`;

  if (ids.length === 0) {
    refuse('missing', ['options'], 'asks a question without "options"');
    return;
  }

  const seen = new Set<string>();
  const written = Array.isArray(spec.options) ? spec.options : [];
  written.forEach(({ id }, index) => {
    const at = ['options', index, 'id'];
    if (seen.has(id)) refuse('duplicate_option', at, `has two options "${id}"`);
    seen.add(id);
    if (spec.kind === 'approval' && id !== 'yes' && id !== 'no') {
      refuse(
        'wrong_option',
        at,
        `is an approval, whose options can only be yes and no, not "${id}"; use kind: question`,
      );
    }
  });

  for (const id of Object.keys(spec.on ?? {})) {
    if (ids.includes(id)) continue;
    const at = ['on', id];
    refuse('unknown_option', at, `has no option "${id}" to go on from; ${optionList}`, id, keyPlaceOf(tree, at));
  }

  const then = spec.expires?.then;
  if (then !== undefined && !ids.includes(then)) {
    refuse('unknown_option', ['expires', 'then'], `cannot expire with "${then}"; ${optionList}`, then);
  } else if (then !== undefined && spec.kind === 'approval' && then !== 'no') {
    refuse('silent_approval', ['expires', 'then'], 'may only expire with "no": nothing is approved by silence');
  }

  const checkDefault = (name: string, field: FormField) => {
    const at = ['form', name, 'default'];
    const source = nodeAt(tree, at);
    if (!source || field.default === null || field.type === 'json') return;
    const value = isTextType(field.type) && source.kind === 'scalar' ? source.text : field.default;
    if (typeof value === 'string' && hasTemplate(value)) return;
    const read = readInputValue(field, value);
    if (!read.ok) refuse('wrong_default', at, `has a default for "${name}" that does not fit: it ${read.message}`);
  };

  for (const [name, field] of Object.entries(spec.form ?? {})) {
    if (field.type === 'choice' && !field.choices?.length) {
      refuse('missing', ['form', name, 'choices'], `has a choice "${name}" without "choices"`);
    }
    checkDefault(name, field);
    field.required_for?.forEach((id, index) => {
      if (ids.includes(id)) return;
      const at = ['form', name, 'required_for', index];
      refuse('unknown_option', at, `requires "${name}" for unknown option "${id}"; ${optionList}`, id);
    });
  }
}
