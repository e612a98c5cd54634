// A workflow of any format in the native language. What its own format takes for granted is written out: where a missing
// reference is no mistake there, it is given its value here.
import type { Dialect } from '../dialects/dialect.ts';
import { nativeFormat } from '../dialects/format-names.ts';
import { dialects } from '../dialects/index.ts';
import type { Missing } from '../expression/expression.ts';
import { withFallback } from '../expression/with-fallback.ts';
import { loadWorkflow } from '../load.ts';
import { loadNodes } from '../load-nodes.ts';
import { textsOf, type WorkedText } from '../node-texts.ts';
import { createFindings } from '../problems/findings.ts';
import type { Problem } from '../problems/problem.ts';
import { readRoot } from '../read-root.ts';
import { readSource } from '../source/source.ts';
import { childOf, pathText, type SourceMap, type SourceNode, type SourceScalar } from '../source/source-tree.ts';
import { parseTemplate } from '../template.ts';
import { printTree } from './print-tree.ts';

/** `text` is null when the file has errors, which are among the problems. */
export type Converted = { format: string; text: string | null; problems: Problem[] };

const fallbacks: Record<Missing, string | null> = { error: null, empty: "''", null: 'null' };

export function convertWorkflow(text: string, options: { dialects?: readonly Dialect[] } = {}): Converted {
  const { graph, format, problems } = loadWorkflow(text, options);
  if (!graph || format === nativeFormat) return { format, text: graph && text, problems };
  const findings = createFindings();
  const tree = readSource(text, findings);
  const read = tree && readRoot(tree, options.dialects ?? dialects, findings);
  if (!read?.root) return { format, text: null, problems };
  const root = withFallbacks(read.root, fallbacks[read.missing]);
  const version = { key: 'gatehouse', place: root.place, value: numberOne(root) };
  const comment = ` The same workflow as the ${format} file it was made from.`;
  return { format, text: printTree({ ...root, entries: [version, ...root.entries] }, comment), problems };
}

const numberOne = ({ place }: SourceMap): SourceScalar => ({
  kind: 'scalar',
  value: 1,
  text: '1',
  place,
  placeAt: () => place,
});

function withFallbacks(root: SourceMap, fallback: string | null): SourceMap {
  const nodes = childOf(root, 'nodes');
  if (fallback === null || nodes?.kind !== 'map') return root;
  const written = new Map(loadNodes(nodes, createFindings()).map((node) => [node.id, node]));
  const entries = nodes.entries.map((entry) => {
    const node = written.get(entry.key);
    if (!node) return entry;
    const texts = new Map(textsOf(node).map((text) => [pathText(text.at), text]));
    return { ...entry, value: rewritten(entry.value, '', texts, fallback) };
  });
  return {
    ...root,
    entries: root.entries.map((one) => (one.key === 'nodes' ? { ...one, value: { ...nodes, entries } } : one)),
  };
}

function rewritten(node: SourceNode, at: string, texts: Map<string, WorkedText>, fallback: string): SourceNode {
  if (node.kind === 'list') {
    return { ...node, items: node.items.map((item, index) => rewritten(item, `${at}[${index}]`, texts, fallback)) };
  }
  if (node.kind === 'map') {
    const below = (key: string) => (at === '' ? key : `${at}.${key}`);
    return {
      ...node,
      entries: node.entries.map((one) => ({ ...one, value: rewritten(one.value, below(one.key), texts, fallback) })),
    };
  }
  const worked = texts.get(at);
  if (typeof node.value !== 'string' || !worked || worked.within !== undefined) return node;
  const value = worked.kind === 'expression' ? withFallback(node.value, fallback) : inTemplate(node.value, fallback);
  return { ...node, value, text: value };
}

function inTemplate(text: string, fallback: string): string {
  const parsed = parseTemplate(text);
  if (!parsed.ok) return text;
  let made = '';
  let from = 0;
  for (const part of parsed.parts) {
    if (typeof part === 'string') continue;
    made += text.slice(from, part.offset) + withFallback(part.source, fallback);
    from = part.offset + part.source.length;
  }
  return made + text.slice(from);
}
