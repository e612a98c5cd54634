// Every expression and template of a file must parse, and may only name what can exist (known-names). Properties of a
// node's output are known only when the run goes on. Where a missing reference is no error, an unknown name is a warning.
import { markedFields } from '../../nodes/contract/marked-fields.ts';
import { type Missing, parseExpression, type Reference, referencedPaths } from '../expression/expression.ts';
import type { LoadedNode } from '../load-nodes.ts';
import { textsIn, textsOf, type WorkedText } from '../node-texts.ts';
import type { Findings } from '../problems/findings.ts';
import { holderText } from '../problems/schema-issue.ts';
import { type FileFields, fileSchema } from '../schema.ts';
import { entryOf, nodeAt, type Path, type SourceMap, type SourceScalar, scalarsOf } from '../source/source-tree.ts';
import { parseTemplate } from '../template.ts';
import { type Names, namesAtStart, namesOf } from './known-names.ts';

const mostFaultsInOneText = 20;
/** What a run knows of a file that it was given. */
const fileFields = new Set(['name', 'path', 'type', 'size', 'sha256']);

export function checkReferences(
  root: SourceMap,
  file: FileFields,
  nodes: LoadedNode[],
  findings: Findings,
  missing: Missing,
): void {
  const names = namesOf(root, nodes, missing);
  checkStart(root, file, findings, missing);
  const servers = entryOf(root, 'servers')?.value;
  for (const { path, scalar } of servers ? scalarsOf(servers, ['servers']) : []) {
    checkTemplate(scalar, path, names, findings);
  }
  for (const node of nodes) checkNode(node, names, findings);
}

/** What is worked out before the run starts: its requirements and its key. */
function checkStart(root: SourceMap, file: FileFields, findings: Findings, missing: Missing): void {
  const names = namesAtStart(root, missing);
  const written = nodeAt(root, ['require']);
  // What could not be read has been taken out of the list; then its places are not those of the file.
  const isWhole = written?.kind === 'list' && written.items.length === file.require.length;
  const expressions = (isWhole ? markedFields(fileSchema, file) : []).filter((field) => field.kind === 'expression');
  const parts = root.entries.filter(({ key }) => key === 'require' || key === 'concurrency' || key === 'workspace');
  checkTexts(textsIn({ ...root, entries: parts }, expressions), [], names, findings);
}

function checkNode(node: LoadedNode, names: Names, findings: Findings): void {
  checkTexts(textsOf(node), node.path, names, findings);
}

function checkTexts(texts: WorkedText[], path: Path, names: Names, findings: Findings): void {
  for (const { at, scalar, kind, within } of texts) {
    const place = [...path, ...at];
    if (kind === 'expression') checkExpression(scalar, place, names, findings, within);
    else checkTemplate(scalar, place, names, findings);
  }
}

function checkExpression(scalar: SourceScalar, path: Path, names: Names, findings: Findings, within?: string): void {
  const before = within === undefined ? '' : `${within}.`;
  const parsed = parseExpression(`${before}${scalar.text}`);
  const atOwn = <Found extends { offset: number }>(one: Found) => ({
    ...one,
    offset: Math.max(0, one.offset - before.length),
  });
  if (parsed.ok) reportFaults(referencedPaths(parsed.expression).map(atOwn), scalar, path, names, findings);
  else reportUnreadable(atOwn(parsed), scalar, path, findings);
}

function checkTemplate(scalar: SourceScalar, path: Path, names: Names, findings: Findings): void {
  if (typeof scalar.value !== 'string' || !scalar.value.includes('${')) return;
  const parsed = parseTemplate(scalar.value);
  if (!parsed.ok) {
    reportUnreadable(parsed, scalar, path, findings);
    return;
  }
  const references = parsed.parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    return referencedPaths(part.expression).map((reference) => ({
      ...reference,
      offset: reference.offset + part.offset,
    }));
  });
  reportFaults(references, scalar, path, names, findings);
}

type Failure = { message: string; offset: number };

function reportUnreadable({ message, offset }: Failure, scalar: SourceScalar, path: Path, findings: Findings): void {
  const place = scalar.placeAt(offset);
  const text = `${holderText(path)} cannot be read as an expression: ${message}`;
  const isWrapped = /^\s*\$\{/.test(scalar.text) && message.includes('"$"');
  const suggestion = isWrapped ? 'this is an expression already: write it without ${ }' : undefined;
  findings.error({ code: 'bad_expression', place, path, message: text, suggestion });
}

function reportFaults(
  references: Reference[],
  scalar: SourceScalar,
  path: Path,
  names: Names,
  findings: Findings,
): void {
  const faulty = references.flatMap((reference) => {
    const fault = faultOf(reference, names);
    return fault ? [{ reference, fault }] : [];
  });
  for (const { reference, fault } of faulty.slice(0, mostFaultsInOneText)) {
    const hyphened = fault.code === 'unknown_name' && [...names.nodes].find((id) => id.startsWith(`${fault.word}-`));
    const finding = {
      code: fault.code,
      place: scalar.placeAt(reference.offset),
      path,
      message: `${holderText(path)} refers to ${fault.what}`,
      suggestion: hyphened
        ? `write nodes['${hyphened}']`
        : (findings.didYouMean(fault.word, fault.candidates) ?? fault.otherwise),
    };
    if (fault.isWarning || names.missing !== 'error') findings.warning(finding);
    else findings.error(finding);
  }
}

type Fault = {
  code: string;
  what: string;
  word: string;
  candidates: Set<string>;
  /** What to do when no name is near. */
  otherwise?: string;
  isWarning: boolean;
};

/** A field that the node's own schema does not have. */
function ungivenName([root, ...rest]: (string | undefined)[], { given }: Names): Fault | null {
  const [id = '', name, inner] = root === 'nodes' ? rest : [root, ...rest];
  const known = given.get(id);
  if (!known || name === undefined) return null;
  const isInside = name === 'value';
  const word = isInside ? inner : name;
  const candidates = new Set(isInside ? known.value : known.names);
  if (word === undefined || candidates.has(word)) return null;
  const what = `"${id}.${isInside ? 'value.' : ''}${word}", which its "output_schema" does not have`;
  return {
    code: 'unknown_output',
    what,
    word,
    candidates,
    otherwise: `it has ${known.value.join(', ')}`,
    isWarning: false,
  };
}

function faultOf({ path: [root = '', second, third, fourth], optional }: Reference, names: Names): Fault | null {
  const unknown = (code: string, kind: string, word: string, candidates: Set<string>, isWarning = false): Fault => ({
    code,
    what: `unknown ${kind} "${word}"`,
    word,
    candidates,
    isWarning,
  });
  if (root === 'inputs' && second !== undefined && !names.inputs.has(second)) {
    return unknown('unknown_input', 'input', second, names.inputs);
  }
  if (root === 'inputs' && names.files.has(second ?? '') && third !== undefined && !fileFields.has(third)) {
    const what = `unknown field "${third}" of the file "${second}"`;
    return { code: 'unknown_field', what, word: third, candidates: fileFields, isWarning: false };
  }
  if (root === 'nodes' && second !== undefined && !names.nodes.has(second)) {
    return unknown('unknown_name', 'node', second, names.nodes);
  }
  if ((root === 'computed' || root === 'flags') && second !== undefined) {
    const candidates = names.data?.[root];
    // A run that is called inline begins with its caller's data: a warning, and none where a missing value is provided for.
    if (!candidates || candidates.has(second) || optional) return null;
    const what = `"${root}.${second}", which nothing in this file sets`;
    const otherwise = `set it in a node, or give it a first value under "state.${root}"`;
    return { code: 'never_set', what, word: second, candidates, otherwise, isWarning: true };
  }
  const notGiven = optional ? null : ungivenName([root, second, third, fourth], names);
  if (notGiven) return notGiven;
  // Left of ?? and after ?. a missing name is null, so the run would go on.
  return names.roots.has(root) ? null : unknown('unknown_name', 'name', root, names.roots, optional);
}
