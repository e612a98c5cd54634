// Every expression and template of a file must parse, and may only name what can exist: scope names, nodes, inputs, fields
// of the state, and whatever some node saves. Properties of a node's output are known only when the run goes on.
import { requirementExpressions } from '../nodes/requirement.ts';
import { parseExpression, type Reference, referencedPaths } from './expression.ts';
import type { Findings } from './findings.ts';
import { scopeNames } from './graph.ts';
import type { LoadedNode } from './load-nodes.ts';
import type { FileFields } from './schema.ts';
import { holderText } from './schema-issue.ts';
import {
  entryOf,
  keysBelow,
  nodeAt,
  type Path,
  pathText,
  type SourceMap,
  type SourceScalar,
  scalarsOf,
} from './source-tree.ts';
import { parseTemplate } from './template.ts';

/** Words about a node, never rendered. */
const plainText = new Set(['type', 'name', 'description']);
const mostFaultsInOneText = 20;

type Names = { inputs: Set<string>; nodes: Set<string>; roots: Set<string> };

/** What a run has before its first node: nothing has been done, nobody has been asked. */
const knownAtStart = ['inputs', 'computed', 'flags', 'run', 'workflow_name', 'workflow_version'];

export function checkReferences(root: SourceMap, file: FileFields, nodes: LoadedNode[], findings: Findings): void {
  const names = namesOf(root, nodes);
  checkStart(root, file, findings);
  const servers = entryOf(root, 'servers')?.value;
  for (const { path, scalar } of servers ? scalarsOf(servers, ['servers']) : []) {
    checkTemplate(scalar, path, names, findings);
  }
  for (const node of nodes) checkNode(node, names, findings);
}

/** What is worked out before the run starts: its requirements and its key. */
function checkStart(root: SourceMap, file: FileFields, findings: Findings): void {
  const names: Names = {
    inputs: new Set(keysBelow(root, ['inputs'])),
    nodes: new Set(),
    roots: new Set([...knownAtStart, ...stateNames(root)]),
  };
  const written = nodeAt(root, ['require']);
  // What could not be read has been taken out of the list; then its places are not those of the file.
  const isWhole = written?.kind === 'list' && written.items.length === file.require.length;
  const expressions = (isWhole ? file.require : []).flatMap((one, index) =>
    requirementExpressions(one, ['require', index]).map(({ path }) => path),
  );
  const parts = root.entries.filter(({ key }) => key === 'require' || key === 'concurrency');
  checkTexts({ ...root, entries: parts }, [], expressions, names, findings);
}

function stateNames(root: SourceMap): string[] {
  return [['state'], ['state', 'flags'], ['state', 'computed']].flatMap((path) => keysBelow(root, path));
}

function namesOf(root: SourceMap, nodes: LoadedNode[]): Names {
  const written = nodes.flatMap(({ common, definition, fields }) => [
    ...Object.keys(common.save),
    ...(fields ? [...(definition?.writes?.(fields) ?? []), ...(definition?.binds?.(fields) ?? [])] : []),
  ]);
  const ids = keysBelow(root, ['nodes']);
  return {
    inputs: new Set(keysBelow(root, ['inputs'])),
    nodes: new Set(ids),
    roots: new Set([
      ...scopeNames,
      ...ids,
      ...stateNames(root),
      // What is saved as `computed.total.sum` can also be read as `total.sum`.
      ...written.map((path) => path.replace(/^(computed|flags)\./, '').split(/[.[]/)[0] ?? ''),
    ]),
  };
}

function checkNode({ tree, path, common, definition, fields }: LoadedNode, names: Names, findings: Findings): void {
  const expressions: Path[] = [
    ...common.conditions.map((_, index) => ['conditions', index, 'if']),
    ...(fields ? (definition?.expressions?.(fields) ?? []) : []).map((expression) => expression.path),
  ];
  checkTexts(tree, path, expressions, names, findings, definition?.raw);
}

/** Expressions stand at the given places; whatever else is text may be a template. */
function checkTexts(
  tree: SourceMap,
  path: Path,
  expressions: Path[],
  names: Names,
  findings: Findings,
  raw: readonly string[] = [],
): void {
  for (const at of expressions) {
    const scalar = nodeAt(tree, at);
    if (scalar?.kind === 'scalar') checkExpression(scalar, [...path, ...at], names, findings);
  }
  const bare = new Set(expressions.map(pathText));
  for (const { path: at, scalar } of scalarsOf(tree)) {
    const isRaw = plainText.has(pathText(at)) || raw.includes(String(at[0]));
    if (isRaw || bare.has(pathText(at))) continue;
    checkTemplate(scalar, [...path, ...at], names, findings);
  }
}

function checkExpression(scalar: SourceScalar, path: Path, names: Names, findings: Findings): void {
  const parsed = parseExpression(scalar.text);
  if (parsed.ok) reportFaults(referencedPaths(parsed.expression), scalar, path, names, findings);
  else reportUnreadable(parsed, scalar, path, findings);
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
    const hyphened = [...names.nodes].find((id) => id.startsWith(`${fault.word}-`));
    const finding = {
      code: fault.code,
      place: scalar.placeAt(reference.offset),
      path,
      message: `${holderText(path)} refers to unknown ${fault.kind} "${fault.word}"`,
      suggestion: hyphened ? `write nodes['${hyphened}']` : findings.didYouMean(fault.word, fault.candidates),
    };
    // Left of ?? and after ?. a missing name is null, so the run would go on.
    if (reference.optional && fault.kind === 'name') findings.warning(finding);
    else findings.error(finding);
  }
}

type Fault = { code: string; kind: 'input' | 'node' | 'name'; word: string; candidates: Set<string> };

function faultOf({ path: [root = '', second] }: Reference, names: Names): Fault | null {
  if (root === 'inputs' && second !== undefined && !names.inputs.has(second)) {
    return { code: 'unknown_input', kind: 'input', word: second, candidates: names.inputs };
  }
  if (root === 'nodes' && second !== undefined && !names.nodes.has(second)) {
    return { code: 'unknown_name', kind: 'node', word: second, candidates: names.nodes };
  }
  return names.roots.has(root) ? null : { code: 'unknown_name', kind: 'name', word: root, candidates: names.roots };
}
